import { linesOf } from "./bank-lines.ts";
import type { Idiom } from "./idiom.ts";

/** Idioms of tasks that look something up or work something out. */
export const answerIdioms: readonly Idiom[] = [
  {
    about: /\b(convert|exchange|conversion|currency|translate units)\b/,
    frames: linesOf(`
      How much is {amount} {from} in {to}{tail}?
      How many {to} are {amount} {from}{tail}?
      What would I get for {amount} {from} in {to}{tail}?
      {amount} {from} in {to}{tail}?
      {amount} {from} to {to}{tail}
      {amount} {from} into {to}{tail}, please.
      {from} to {to}: {amount}{tail}
      I have {amount} {from}. What would that be in {to}{tail}?
      I've got {amount} {from}, what is that in {to}{tail}?
      There are {amount} {from} here. Tell me the same in {to}{tail}.
      Turn {amount} {from} into {to}{tail}.
      Change {amount} {from} to {to}{tail}.
      Express {amount} {from} in {to}{tail}.
      Please give me {amount} {from} as {to}{tail}.
      I need {amount} {from} in {to}{tail}.
      What's {amount} {from} expressed in {to}{tail}?
      If I have {amount} {from}, what do I have in {to}{tail}?
      It says {amount} {from}, but I think in {to}{tail}.
      {amount} {from}. In {to}, please{tail}.
      from {from} to {to}, {amount}{tail}
    `),
  },
  {
    about: /\b(distance|how far|kilometers|mileage)\b/,
    frames: linesOf(`
      How far would it be from {from} to {to}{tail}?
      How far apart are {from} and {to}{tail}?
      How far is {to} from {from}{tail}?
      How many kilometers lie between {from} and {to}{tail}?
      How long a way is it between {from} and {to}{tail}?
      {from} to {to}, how far{tail}?
      {from} - {to} distance{tail}
      Distance {from} {to}{tail}
      I'm in {from}. How far away is {to}{tail}?
      I'd like to know how far {from} is from {to}{tail}.
      Measure how far {from} and {to} are apart{tail}.
      What lies between {from} and {to}, in kilometers{tail}?
    `),
  },
  {
    about: /\b(trains?|rail)\b/,
    frames: linesOf(`
      Are there any trains from {from} to {to}{tail}?
      Which trains run between {from} and {to}{tail}?
      When do trains run from {from} to {to}{tail}?
      When could I go from {from} to {to} by train{tail}?
      How do I get from {from} to {to} by train{tail}?
      Trains {from} {to}{tail}
      {from} to {to} by rail{tail}, please.
      I want to take the train from {from} to {to}{tail}.
      I have to be in {to}. Which trains leave from {from}{tail}?
      We are travelling from {from} to {to} by train. What are our options{tail}?
      Show me train connections to {to} from {from}{tail}.
      I'm leaving {from} for {to}{tail}, by train.
      What trains could bring me from {from} to {to}{tail}?
      Is there a rail connection from {from} to {to}{tail}?
    `),
  },
  {
    about: /\b(flights?|planes?)\b/,
    frames: linesOf(`
      Are there any flights from {from} to {to}{tail}?
      I want to fly from {from} to {to}{tail}.
      Which planes go from {from} to {to}{tail}?
      How do I get from {from} to {to} by plane{tail}?
      Flights {from} {to}{tail}
      We are flying to {to} from {from}{tail}. What is there?
      Find me a plane to {to} that leaves {from}{tail}.
    `),
  },
  {
    about: /\b(routes?|directions?|navigat\w*|way from)\b/,
    frames: linesOf(`
      How do I get from {from} to {to}{tail}?
      Which way is it from {from} to {to}{tail}?
      Take me from {from} to {to}{tail}.
      I'm at {from} and want to be at {to}{tail}. How do I go?
      Directions {from} to {to}{tail}
    `),
  },
  {
    about:
      /\b(status|state of|progress)\b.*\b(order|parcel|shipment|delivery|ticket|request|case|claim|booking)\b/,
    frames: linesOf(`
      Any news on {id}{tail}?
      Any progress on {thingId}{tail}?
      Where does {thingId} stand{tail}?
      What's going on with {thingId}{tail}?
      What's happening with {thingId}{tail}?
      How is {thingId} coming along{tail}?
      How far along is {thingId}{tail}?
      Is {thingId} on its way yet{tail}?
      Has anything happened with {thingId}{tail}?
      What became of {thingId}{tail}?
      Has {thingId} been dealt with{tail}?
      Give me an update on {thingId}{tail}.
      I'm still waiting for {thingId}. What's the matter with it{tail}?
      A customer asks about {thingId}. What shall I say{tail}?
      {thingId}, status{tail}
      {id} status?
      status {id}
      Look into {thingId} for me{tail}.
      Please check on {thingId}{tail}.
    `),
  },
  {
    about: /^(?!.*\b(stock|share|interest|exchange|heart|tax)\b).*\b(fee|price|cost|charge|fare|premium)s?\b/,
    frames: linesOf(`
      How much will it be{with}?
      How much do I have to pay{with}?
      What would I pay{with}?
      What will it cost{with}?
      What do you charge{with}?
      How much do I owe{with}?
      What's the damage{with}?
      Work out what I have to pay{with}.
      I'd like a price{with}.
    `),
  },
  {
    about: /\b(weather|forecast)\b/,
    frames: linesOf(`
      What's the weather like in {place}{tail}?
      How is the weather in {place}{tail}?
      Do I need an umbrella in {place}{tail}?
      What's it like outside in {place}{tail}?
      Weather {place}{tail}
      {place} weather{tail}?
      I'm going to {place}. What will the weather do{tail}?
      Will I need a coat in {place}{tail}?
    `),
  },
  {
    about:
      /\b(search|find|look for|catalogue|catalog|query)\b.*\b(books?|catalogue|catalog|articles?|papers?|documents?|films?|movies?|recipes?)\b/,
    frames: linesOf(`
      Do you have anything about {query}{tail}?
      Do we have anything on {query}{tail}?
      Is there something about {query}{tail}?
      What is there on {query}{tail}?
      What do you have around that is about {query}{tail}?
      Anything on {query}{tail}?
      Something about {query}, please{tail}.
      I'm looking for something on {query}{tail}.
      I'm interested in {query}. What can you find{tail}?
      I'd like to read about {query}{tail}.
      I want something to read on {query}{tail}.
      I'm writing an essay on {query}. Find me something{tail}.
      Search for {query}{tail}.
      Look for {query}{tail}.
      See what there is about {query}{tail}.
      My daughter loves {query}. What do we have for her{tail}?
      Show me what you have about {query}{tail}.
      Which ones are about {query}{tail}?
    `),
  },
  {
    about: /\b(open|opening|hours)\b/,
    frames: linesOf(`
      On {day}, when can I get into {placeThing}{tail}?
      On {day}, how long does {placeThing} stay open{tail}?
      What are the {day} hours of {placeThing}{tail}?
      {day} hours for {placeThing}{tail}?
      {day} hours, {placeThing}{tail}
      I'd like to visit {placeThing} this {day}{tail}. From when to when?
      Does anybody open {placeThing} this {day}{tail}?
      How late can I still get into {placeThing} this {day}{tail}?
      At what time does {placeThing} shut this {day}{tail}?
      When do they open {placeThing} this {day}{tail}?
      When will they close {placeThing} this {day}{tail}?
      Give me the {day} times for {placeThing}{tail}.
      I plan to be at {placeThing} next {day}{tail}. When is it open?
      {placeThing}, {day}: open{tail}?
      Is anybody at {placeThing} this {day}{tail}? I need the hours.
      Until when can I still get into {placeThing} this {day}{tail}?
    `),
  },
  {
    about: /\b(temperature|degrees|hot)\b.*\b(dish|cook\w*|bake|baking|oven|roast\w*|meat)\b|\boven\b/,
    frames: linesOf(`
      How hot should I make the oven for {name}{tail}?
      How hot does the oven have to be for {name}{tail}?
      What do I set the oven to for {name}{tail}?
      At how many degrees do I bake {name}{tail}?
      I'm making {name}. How hot{tail}?
      I'm making {name} tonight. What temperature do I need{tail}?
      We are having {name}. At what temperature does it go in{tail}?
      {name} is ready for the oven. What heat{tail}?
      Which temperature for {name}{tail}?
      {name}, how many degrees{tail}?
      oven for {name}{tail}?
      What heat does {name} need{tail}?
    `),
  },
  {
    about: /\b(translat\w+)\b/,
    frames: linesOf(`
      How do you say {text} in {language}{tail}?
      What is {text} in {language}{tail}?
      Put {text} into {language}{tail}.
      What does {text} become in {language}{tail}?
    `),
  },
  {
    about: /\b(stock|share) price\b|\bquote of\b/,
    frames: linesOf(`
      How is {name} doing on the market{tail}?
      What is {name} trading at{tail}?
      What's one share of {name} worth{tail}?
      {name} price{tail}?
    `),
  },
];
