import { linesOf } from "./bank-lines.ts";
import type { Idiom } from "./idiom.ts";

/** Idioms of tasks that do something. */
export const deedIdioms: readonly Idiom[] = [
  {
    about: /\b(lights?|lamps?|lighting)\b/,
    frames: linesOf(`
      {place} light {on}{tail}
      {place} light {on}{tail}, please.
      Light {on} in the {place}{tail}.
      {place} lights {on}{tail}, please.
      Turn {on} the lights in the {place}{tail}.
      Turn the {place} lights {on}{tail}.
      Switch the lamp in the {place} {on}{tail}.
      Can I have the {place} light {on}{tail}?
      I want the {place} light {on}{tail}.
      In the {place}, turn the light {on}{tail}.
      The {place} light should be {on}{tail}.
      The {place} lamp needs to be {on}{tail}.
      Make sure the {place} light is {on}{tail}.
      Please have the {place} light {on}{tail}.
    `),
  },
  {
    about: /\b(heating|heat|thermostat|heater|radiator|air conditioning|room temperature)\b/,
    frames: linesOf(`
      Make it {degrees} degrees in the {place}{tail}.
      I want {degrees} degrees in the {place}{tail}.
      I'd like it to be {degrees} degrees in the {place}{tail}.
      {degrees} degrees in the {place}{tail}, please.
      {place} to {degrees} degrees{tail}
      {place} {degrees}°C{tail}
      {place}: {degrees} degrees{tail}
      Bring the {place} to {degrees} degrees{tail}.
      Heat the {place} to {degrees} degrees{tail}.
      Warm the {place} to {degrees} °C{tail}.
      Turn the {place} heating to {degrees}{tail}.
      Put the {place} thermostat at {degrees}{tail}.
      Set {degrees} degrees for the {place}{tail}.
      Keep the {place} at {degrees} degrees{tail}.
      The {place} should be {degrees} degrees{tail}.
      It's not right in the {place}, set it to {degrees} degrees{tail}.
      Adjust the {place} temperature to {degrees} degrees{tail}.
      Can the {place} be {degrees} degrees{tail}?
      Could we have {degrees} degrees in the {place}{tail}?
    `),
  },
  {
    about: /\b(play|listen)\b|\b(radio|music|song)\b/,
    frames: linesOf(`
      Put on {name}{tail}.
      Put {name} on{tail}, please.
      Turn on {name}{tail}.
      Tune in to {name}{tail}.
      Switch over to {name}{tail}.
      Let's hear {name}{tail}.
      Let's listen to {name}{tail}.
      Let me hear {name}{tail}.
      I want to listen to {name}{tail}.
      I'd like to hear {name}{tail}.
      I'm in the mood for {name}{tail}.
      Some {name} would be nice{tail}.
      Can we listen to {name}{tail}?
      Could we have {name} on{tail}?
      Would you put {name} on for us{tail}?
      {name}{tail}, please.
      play {name}{tail}
      It's too quiet here, put on {name}{tail}.
      Start {name}{tail}.
      Give us some {name}{tail}.
    `),
  },
  {
    about: /\btimer\b|\bcountdown\b/,
    frames: linesOf(`
      Timer for {minutes} minutes{tail}.
      Timer, {minutes} minutes{tail}
      {minutes} minutes{tail}, go.
      {minutes} minute timer{tail}
      Set a timer for {minutes} minutes{tail}.
      Count down {minutes} minutes{tail}.
      Ring in {minutes} minutes{tail}.
      Tell me when {minutes} minutes are over{tail}.
      Let me know in {minutes} minutes{tail}.
      Give me {minutes} minutes on the timer{tail}.
      I need a timer of {minutes} minutes{tail}.
      Wake me up in {minutes} minutes{tail}.
      It has to cook for {minutes} minutes, start the clock{tail}.
      Start counting, {minutes} minutes{tail}.
      Please beep in {minutes} minutes{tail}.
      In {minutes} minutes I want to hear the bell{tail}.
      Time {minutes} minutes for me{tail}.
    `),
  },
  {
    about: /\b(shopping|grocery|groceries|to-?do|packing|wish) ?list\b/,
    frames: linesOf(`
      We have run out of {list}{tail}.
      We are running low on {list}{tail}.
      We need {list}{tail}.
      We need to buy {list}{tail}.
      I have to get {list}{tail}, write that down.
      Put {list} on the list{tail}.
      Add {list}{tail}, please.
      Add {list} to my list{tail}.
      {list} on the list{tail}.
      {list} for the list{tail}, please.
      list: {list}{tail}
      Don't let me forget {list}{tail}.
      Remember {list} for the next shopping trip{tail}.
      Next time at the store I need {list}{tail}.
      There is no more {list} in the house{tail}. Note it down.
      Make a note that we need {list}{tail}.
      Also {list}{tail} for the list.
    `),
  },
  {
    about: /\b(taxi|cab|ride)\b/,
    frames: linesOf(`
      Taxi to {address}{tail}.
      A taxi to {address}{tail}, please.
      A cab to {address}{tail}?
      Get us a taxi to {address}{tail}.
      I need a ride to {address}{tail}.
      I need a car to {address}{tail}.
      We need a lift to {address}{tail}.
      I have to get to {address}{tail}. What about a taxi?
      Can a taxi bring us to {address}{tail}?
      What about a cab that takes us to {address}{tail}?
      How soon can a taxi take me to {address}{tail}?
      We want to go to {address} by taxi{tail}.
      Drive us to {address}{tail}.
    `),
  },
  {
    about: /\b(renew|extend|prolong)\b/,
    frames: linesOf(`
      I need a little more time with {id}{tail}.
      I'm not done with {id} yet{tail}. Can I keep it longer?
      Can I keep {id} a little longer{tail}?
      Give me some more time for {id}{tail}.
      Let me have {id} for longer{tail}.
      I'd like to hold on to {id}{tail}.
      Please extend {id}{tail}.
      {id} should be renewed{tail}.
      {id} needs an extension{tail}.
      Could {id} be extended{tail}?
    `),
  },
  {
    about: /\b(prepare|draft|ready)\b/,
    frames: linesOf(`
      Get {thingId} ready{tail}.
      Make {thingId} ready for review{tail}.
      I want to look over {thingId} first, so get it ready{tail}.
      Set up {thingId} so that I can check it{tail}.
      {thingId} needs to be prepared{tail}.
      Please have {thingId} prepared{tail}.
      Prepare {id}{tail}.
      prep {id}{tail}
      Do the preparations for {thingId}, but don't send anything{tail}.
      Line up {thingId} for review{tail}.
      I'll review {thingId} later, get everything ready{tail}.
    `),
  },
  {
    about: /\b(send|write)\b.*\b(e-?mail|mail|message|text|sms)\b/,
    frames: linesOf(`
      Tell {to}: {text}{tail}.
      Write to {to}: {text}{tail}.
      Let {to} know: {text}{tail}.
      Text {to} {text}{tail}.
      Drop {to} a line that says {text}{tail}.
      Message to {to}: {text}{tail}.
      {to} should read this: {text}{tail}.
    `),
  },
  {
    about: /\b(book|reserve|reservation|booking)\b/,
    frames: linesOf(`
      Get us a place at {name}{tail}.
      I'd like to have a reservation at {name}{tail}.
      Is there room at {name}{tail}? If so, book it.
      Hold something for us at {name}{tail}.
    `),
  },
  {
    about: /\bremind(er)?s?\b/,
    frames: linesOf(`
      Don't let me forget {text}{tail}.
      Remember {text} for me{tail}.
      Nudge me about {text}{tail}.
    `),
  },
  {
    about: /\b(locks?|doors?|gates?)\b.*\b(whether|is|status|state|open|closed|locked)\b/,
    frames: linesOf(`
      Is the {name} door shut{tail}?
      Did I lock the {name} door{tail}?
      Did somebody leave the {name} door open{tail}?
      Did we close the {name} door{tail}?
      Has the {name} door been locked{tail}?
      What about the {name} door{tail}?
      How does the {name} door look, open or shut{tail}?
      Check the {name} door{tail}.
      Please look at the {name} door{tail}. Is it locked?
      I forgot whether I closed the {name} door{tail}.
      I think I left the {name} door open{tail}. Did I?
      Can you see whether the {name} door has been closed{tail}?
      {name} door, open or closed{tail}?
      {name} door?
      The {name} door is locked, isn't it{tail}?
      I'm in bed already. Has anybody locked the {name} door{tail}?
    `),
  },
];
