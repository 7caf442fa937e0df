/**
 * The sentences that requests are put in. What goes into a frame:
 *
 * - `{do}` "tell me the status of order A-1042" · `{self}` "find out …" · `{doing}` "finding out …"
 * - `{thing}` "the status of order A-1042" · `{single}` the same where "what is" fits in front of it
 * - `{know}` a thing, or "whether the door is open" · `{name}` the tool's name as words: "order status", "renew loan"
 * - `{noun}` the name where it is a noun
 *
 * and, where some values are not said by then, exactly one of
 *
 * - `{with}` " with base 5 and height 10", which may also be nothing
 * - `{listed}` "base: 5, height: 10" · `{stated}` "The base is 5 and the height is 10."
 */
export const frames: readonly string[] = [
  // Questions.
  "Can you {do}{with}?",
  "Could you {do}{with}?",
  "Would you {do}{with}?",
  "Could you please {do}{with}?",
  "Would you mind {doing}{with}?",
  "Could I get you to {self}{with}?",
  "Is it possible for you to {do}{with}?",
  "Any chance you could {do}{with}?",
  "May I ask you to {do}{with}?",
  "Are you able to {do}{with}?",
  "Hi, can you {do}{with}?",
  "Do you mind {doing}{with}?",
  "What is {single}{with}?",
  "What's {single}{with}?",
  "Do you know {know}{with}?",
  "Can you tell me {know}{with}?",
  "Could you find out {know}{with}?",
  "May I have {thing}{with}?",
  "Can I get {thing}{with}, please?",

  // Orders, plain and polite.
  "{do}{with}.",
  "{do}{with}, please.",
  "Please {do}{with}.",
  "Go ahead and {do}{with}.",
  "Kindly {do}{with}.",
  "Now {do}{with}.",
  "Quickly, {do}{with}.",
  "Next, {do}{with}.",
  "Be so kind and {do}{with}.",
  "Just {do}{with}, thanks.",
  "Hey, {do}{with}!",
  "Let me know {know}{with}.",
  "Give me {thing}{with}.",
  "Show me {thing}{with}, please.",

  // Wishes and needs.
  "I need you to {do}{with}.",
  "I'd like you to {do}{with}.",
  "I want to {self}{with}.",
  "I have to {self}{with}.",
  "I was hoping you could {do}{with}.",
  "It would be great if you could {do}{with}.",
  "I'd appreciate your help {doing}{with}.",
  "Help me {self}{with}.",
  "I need help {doing}{with}.",
  "My task right now is {doing}{with}.",
  "I need {thing}{with}.",
  "I'm looking for {thing}{with}.",
  "I'd like to have {thing}{with}.",
  "I'd like to know {know}{with}.",
  "My boss wants to know {know}{with}.",

  // Something said first.
  "I'm planning my week. Can you {do}{with}?",
  "I'm in a bit of a hurry: {do}{with}.",
  "Thanks for earlier. Now please {do}{with}.",
  "Sorry to bother you again, but could you {do}{with}?",
  "One more thing: {do}{with}.",
  "A friend asked me about this. Could you {do}{with}?",
  "Before I leave, {do}{with}, please.",
  "I can't do this by hand at the moment, so {do}{with}.",
  "Quick question: what is {single}{with}?",
  "For my notes, I need {thing}{with}.",

  // The values in a sentence or a list of their own.
  "Please {do}. {stated}",
  "Can you {do}? {stated}",
  "I want you to {do}. {stated} Thank you!",
  "{stated} Could you {do}?",
  "{stated} Please {do}.",
  "{stated} What is {single}?",
  "{stated} I need {thing}.",
  "I'd like to know {know}. {stated}",
  "Please {do}: {listed}.",
  "{do}: {listed}",
  "{do} ({listed}).",
  "Could you {do} using {listed}?",
  "With {listed}, {do}.",
  "Given {listed}, what is {single}?",
  "Give me {thing} for these values: {listed}.",

  // The tool by its name, terse.
  "{name}{with}",
  "{name}{with}, please.",
  "{name}: {listed}",
  "{name}, {listed}",
  "{name} ({listed})",
  "Run the {name} tool: {listed}.",
  "Use the {name} tool{with}.",
  "I need the {noun}{with}.",
  "What's the {noun}{with}?",
  "{noun}{with}?",
  "Please give me the {noun}{with}.",
];
