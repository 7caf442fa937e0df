import { linesOf } from "./bank-lines.ts";

/**
 * Sentences about a task that do not ask for it. `{do}` `{self}` `{doing}` as in `../frames.ts`, `{done}` "switched the
 * light on"; the values may be in them.
 */
export const aboutTasks: readonly string[] = linesOf(`
  // Not wanted, or not any more.
  Please don't {do}{with}.
  No need to {do}{with}.
  You don't have to {do}{with}.
  Don't {do}{with}, I've changed my mind.
  Never mind, I've {done}{with} myself.
  I don't want to {self}{with} any more.
  I'd rather not {self}{with}.
  Whatever you do, don't {do}{with}.
  Nobody asked you to {do}{with}.
  Forget it, I won't {self}{with} after all.
  There's no reason to {self}{with} today.
  I decided against {doing}{with}.
  Stop, you shouldn't {do}{with}.

  // Done already, or by somebody else.
  I have already {done}{with}.
  My wife has {done}{with} this morning.
  Somebody else has {done}{with}, thank you.
  I've just {done}{with}, it went well.
  A friend told me that he had {done}{with}.
  Yesterday I wanted to {self}{with}, but I fell asleep.
  My brother offered to {self}{with}, isn't that nice?
  I'm glad that I've {done}{with} in time.
  Last week I forgot to {self}{with}.
  If I had {done}{with} yesterday, I would feel better now.
`);

/** Questions and wishes about a task as such, without its values. */
export const aboutKinds: readonly string[] = linesOf(`
  Why would anybody {self}?
  What does it mean to {self}?
  How did people {self} a hundred years ago?
  Could a child learn to {self}?
  Is it hard to {self} without a computer?
  Do you like {doing}?
  Is {doing} a big part of your day?
  What do you find difficult about {doing}?
  Are you proud that you can {self}?
  Since when can you {self}?
  Who taught you to {self}?
  What was it like before computers could {self}?
  How often do people ask you to {do}?
  Write a short poem about {doing}.
  Write two funny sentences about somebody who forgot to {self}.
  Do you know a joke about {doing}?
  I never enjoyed {doing}.
  I dreamt that I had to {self} all night.
  My grandfather used to {self} with pencil and paper.
`);

/** Wishes about a thing that a tool's description names. `{noun}` stands behind "a", `{a}` is "a" or "an". */
export const aboutNouns: readonly string[] = linesOf(`
  Spell the word {noun}.
  What rhymes with {noun}?
  Where does the word {noun} come from?
  What is another word for {noun}?
  Use the word {noun} in a funny sentence.
  Write a poem about {a} {noun}.
  Write a haiku about {a} {noun}.
  Do you know a joke about {a} {noun}?
  Make up a riddle whose answer is {a} {noun}.
  Invent a fairy tale in which {a} {noun} can speak.
  What is {a} {noun}, in simple words?
  Explain to a child what {a} {noun} is.
  Who thought of the first {noun}?
  Is {a} {noun} something that people in the Middle Ages knew?
  I had a strange dream about {a} {noun}.
  I wrote a song about {a} {noun} once.
  What would a pirate say about {a} {noun}?
  What comes to your mind when you hear {noun}?
  Why is it called {a} {noun}?
  Is {noun} a nice name for a cat?
  How do you pronounce {noun}?
  Give me a slogan with the word {noun} in it.
  My friend collects pictures of every {noun} she sees.
  How many letters does the word {noun} have?
`);
