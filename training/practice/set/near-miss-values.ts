import { linesOf } from "./bank-lines.ts";

/** Requests around a value of a kind that tools have, and that want something else than most tools do. */
export interface ValueWishes {
  /** A word of the parameter's name that tells the kind. */
  readonly names: RegExp;
  readonly wishes: readonly string[];
}

/** A wish is left out when the contract speaks of anything that it speaks of. `{it}` is the value, `{head}` what it tells apart. */
export const valueWishes: readonly ValueWishes[] = [
  {
    names: /^(city|town)$/,
    wishes: linesOf(`
      How many people live in {it}?
      What is {it} famous for?
      Who is the mayor of {it}?
      Recommend a museum in {it}.
      What do people in {it} eat for breakfast?
      Have you ever been to {it}?
      I grew up near {it}.
      Is {it} older than Rome?
      What does the name {it} mean?
      Tell me a legend about {it}.
      Which river flows through {it}?
      My cousin just moved to {it}, she loves it.
      Write a postcard greeting as if I were in {it}.
    `),
  },
  {
    names: /^(room|area|zone)$/,
    wishes: linesOf(`
      Which color would suit the {it}?
      How do I get a coffee stain out of the carpet in the {it}?
      Somebody should vacuum the {it}.
      Which plants grow well in the {it}?
      I'm bored, I have been sitting in the {it} all day.
      Suggest a picture for the wall of the {it}.
      We had such a nice evening in the {it}.
      How many chairs fit into the {it}?
      Hide a birthday present in the {it}, where?
      I lost my glasses somewhere in the {it}.
    `),
  },
  {
    names: /^(door|gate|window)$/,
    wishes: linesOf(`
      How do I stop the {it} {head} from squeaking?
      Somebody is knocking at the {it} {head}, how exciting!
      Which color should I paint the {it} {head}?
      The {it} {head} looks so pretty with flowers around it.
    `),
  },
  {
    names: /^(dish|recipe|meal)$/,
    wishes: linesOf(`
      What wine goes with {it}?
      Is {it} healthy?
      Who invented {it}?
      What is the secret of good {it}?
      My grandmother made the best {it} in town.
      Do children like {it}?
      Which country does {it} come from?
      How do I tell my mother that I don't like her {it}?
      I ate too much {it}, I feel sick.
      Is there a poem about {it}?
    `),
  },
  {
    names: /^(items?|ingredients?|products?|food)$/,
    wishes: linesOf(`
      Can dogs eat {it}?
      I am allergic to {it}, isn't that sad?
      How do you say {it} in Spanish?
      What's the difference between fresh and frozen {it}?
      I really love {it}.
      What can I use instead of {it}?
    `),
  },
  {
    names: /^(station|channel|song|artist|band)$/,
    wishes: linesOf(`
      Who is behind {it}?
      Do you like {it}?
      My father hates {it}.
      Since when does {it} exist?
      What do people think of {it}?
      Why is {it} so popular?
      I met somebody who works for {it}.
    `),
  },
  {
    names: /^(query|topic|subject|keyword)$/,
    wishes: linesOf(`
      Explain {it} to me in two sentences.
      What do you think of {it}?
      Why are people so fond of {it}?
      Surprise me with a fact about {it}.
      I know nothing about {it}.
      Is {it} taught at school?
      Write a short poem about {it}.
      What should everybody know about {it}?
    `),
  },
  {
    names: /^(id|number|reference|code)$/,
    wishes: linesOf(`
      Is {it} a lucky number?
      I can't read my own writing, does this look like {it} to you?
      What could the letters and digits in {it} mean?
      Read {it} out slowly.
      Write {it} backwards.
      Is {it} easy to remember?
      Somebody wrote {it} on a napkin and I have no clue why.
    `),
  },
  {
    names: /^(address|street)$/,
    wishes: linesOf(`
      Is {it} in a nice neighborhood?
      Who lives at {it}?
      I was born at {it}.
      Write a letterhead with {it}.
      Which shops are near {it}?
      We are thinking of moving to {it}.
    `),
  },
  {
    names: /^(currency)$/,
    wishes: linesOf(`
      Whose face is on the {it} notes?
      Since when do people use {it}?
      Which countries use {it}?
      What does the sign for {it} look like?
    `),
  },
  {
    names: /^(day|weekday|date)$/,
    wishes: linesOf(`
      What shall I do with my grandma on {it}?
      My birthday is on {it}!
      I'm so tired, I wish it were {it} already.
      Suggest a plan for a lazy {it}.
    `),
  },
  {
    names: /^(person|name|recipient|customer|employee|guest)$/,
    wishes: linesOf(`
      Is {it} a common name?
      What rhymes with {it}?
      {it} made me laugh so hard today.
      I think {it} is angry with me.
      Write a birthday poem for {it}.
    `),
  },
];
