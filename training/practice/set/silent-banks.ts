import { linesOf } from "./bank-lines.ts";

/** More of `../small-talk.ts`: nothing of it wants anything looked up, worked out or done. */
export const moreTalk: readonly string[] = linesOf(`
  Hey, what's up?
  Long time no see!
  Good afternoon, friend.
  How was your weekend?
  Nice talking to you.
  See you later!
  Bye bye.
  I'm back.
  That's very kind of you.
  You made me smile.
  No worries at all.
  Well done!
  I don't believe you.
  Are you still there?
  Can you hear me?
  Do you speak other languages?
  Do you have brothers or sisters?
  What makes you laugh?
  What would you do on a day off?
  Are you afraid of anything?
  Which season do you like best?
  Is there anything that annoys you?
  What would you change about yourself?
  Do you remember me?
  Can I trust you?
  Do you think that you could replace my teacher?
  Would you like to travel in space one day?
  I'm so hungry that I could eat a whale.
  I just woke up and I'm still sleepy.
  My back hurts from sitting too much.
  I got a new haircut and I hate it.
  My son lost his first tooth!
  We adopted a puppy and named him Biscuit.
  I passed my driving test!
  I failed my math test again.
  I'm getting married in spring.
  My best friend is moving away.
  I spilled juice all over my shirt.
  I miss my grandparents.
  I'm learning to play the guitar.
  I've been awake since five.
  My colleague talks too loudly.
  The neighbors have a new baby.
  I can't wait for summer.
  I finally cleaned up my desk.
  I had such a strange dream last night.
  It's my first day at school tomorrow.
  I think I'm in love.
  I forgot my mother's birthday, what now?
  How do I make new friends in a new place?
  How can I forgive somebody who lied to me?
  How do I get over a breakup?
  How would you relax after work?
  How do I tell my boss that I need a break?
  What can I say to cheer up a sad friend?
  Is it normal to talk to oneself?
  Should I wear the blue shirt or the white one?
  Do you think I should grow a beard?
  How do you say sorry without sounding silly?
  What would you cook for a first date?
  Make a rhyme with moon and spoon.
  Write a love letter from a robot to a toaster.
  Tell me a bedtime story about a sleepy owl.
  Write a cheerful birthday verse for my uncle.
  Make up a name for a band of cats.
  Surprise me with a fact about octopuses.
  Write three words that describe the smell of rain.
  Give me a compliment.
  Tell me something that I don't know.
  Make this more polite: shut up and listen.
  Say hello in pirate language.
  Write an apology from a dog who ate a shoe.
  Invent a superhero whose power is patience.
  Finish my sentence: once upon a time there was a snail who…
`);

/** More of `../questions.ts`: answered from what one knows. */
export const moreQuestions: readonly string[] = linesOf(`
  Why do cats have whiskers?
  How do spiders make their webs?
  Why is blood red?
  What makes thunder so loud?
  How do trees drink?
  Why do zebras have stripes?
  What is a comet?
  Why does the moon change its shape?
  How do penguins keep warm?
  How does a crocodile differ from an alligator?
  Why can't we breathe under water?
  How do plants know when it is spring?
  What is an atom?
  Why do volcanoes erupt?
  How does soap get things clean?
  Why do we have fingerprints?
  What are dreams for?
  How does the heart pump blood?
  Why do people sneeze?
  What is electricity?
  How do glasses help people see?
  Why is the desert cold at night?
  Who painted The Starry Night?
  Who discovered penicillin?
  Who flew into space before all others?
  Who built the pyramids?
  Who was Joan of Arc?
  What was the Cold War about?
  What caused the French Revolution?
  When did dinosaurs die out?
  Why did the Titanic sink?
  What was life like in ancient Rome?
  Who was Mahatma Gandhi?
  What was the Industrial Revolution?
  Who wrote Don Quixote?
  Who composed the Four Seasons?
  What is the capital of Norway?
  What is the highest mountain in Africa?
  Which ocean is the largest?
  Name the continents for me.
  In which country would I find Machu Picchu?
  Why is Iceland called Iceland?
  What does ad hoc mean?
  What do you call more than one goose?
  What is a synonym?
  When do I write their, and when there?
  How do you say thank you in Japanese?
  What is irony?
  What is a sonnet?
  What is a republic?
  What does the United Nations do?
  Why do people pay into pensions?
  What is blockchain, in one sentence?
  How does a vaccine get approved?
  What is open source software?
  What is the internet made of?
  How does a touch screen notice my finger?
  What is a computer virus?
  Why do mirrors swap left and right?
  How do submarines dive?
  How does a refrigerator stay cold?
  How is paper made?
  How is glass made?
  Why do bridges need gaps?
  What is the rule of thirds in photography?
  What is a palindrome?
  Why is yawning contagious?
  What does a philosopher do?
  What is existentialism?
  Is a tomato a fruit or a vegetable?
  How many players are on a soccer team?
  What are the rules of chess, in short?
  Why do we say hello on the telephone?
  Where does the tradition of birthday cakes come from?
`);

/** Questions about any topic: `{topic}` is one of a long bank. */
export const topicQuestions: readonly string[] = linesOf(`
  What can you tell me about {topic}?
  Explain {topic} to me in two sentences.
  Why do so many people care about {topic}?
  What is the most surprising thing about {topic}?
  What do you think of {topic}?
  Tell me something nice about {topic}.
  Give me three facts about {topic}.
  Is {topic} interesting?
  I'm giving a talk on {topic}. How should I begin?
  My uncle talks about {topic} all day.
  Write a short poem about {topic}.
  What would a beginner ask about {topic}?
  Who is known for {topic}?
  How did people first get interested in {topic}?
  What is hard to understand about {topic}?
  Why should children learn about {topic}?
`);

/** What was said earlier in a conversation, before the request: the user's words and the answer. */
export const earlierTalk: readonly (readonly [said: string, answered: string])[] = [
  ["Hi!", "Hello! How can I help you?"],
  ["Good morning!", "Good morning! What can I do for you?"],
  ["Thanks, that was helpful.", "You're welcome!"],
  ["How are you?", "I'm fine, thank you. How are you?"],
  ["It was a long day for me.", "I'm sorry to hear that. I hope the evening is better."],
  ["What can you do?", "I can answer questions, and I can use the tools that I have for you."],
  ["Are you there?", "Yes, I'm here."],
  ["My name is Kim.", "Nice to meet you, Kim."],
  ["Tell me a joke.", "Why did the scarecrow win a prize? He was outstanding in his field."],
  ["Who walked on the moon before all others?", "Neil Armstrong, in July 1969."],
  [
    "Why is the sky blue?",
    "Air scatters blue light more than red light, so blue reaches us from everywhere.",
  ],
  ["I'm bored.", "Shall I tell you a riddle or a fun fact?"],
];
