import { linesOf } from "./bank-lines.ts";

/**
 * Sentences of the practice set, beside those of `../frames.ts`, with the same places and three more: `{ask}` is a
 * question that stands by itself, "is the front door locked"; `{clause}` stands behind "I wonder", "what the fee is";
 * `{cost}` is what has a price, "3 items". What people say around a request is in `around.ts`.
 */
export const setFrames: readonly string[] = linesOf(`
  // Questions.
  {ask}{with}?
  So, {ask}{with}?
  Tell me, {ask}{with}?
  Say, {ask}{with}?
  {ask}{with}, do you know?
  Could you check for me: {ask}{with}?
  Will you {do}{with}?
  Can I ask you to {do}{with}?
  Could I trouble you to {do}{with}?
  Would it be possible to {self}{with}?
  Is there a way to {self}{with}?
  Could somebody {do}{with}?
  Why don't you {do}{with}?
  How about {doing}{with}?
  Can we {self}{with}?
  Could we please {self}{with}?
  Shall we {self}{with}?
  May I {self}{with}?
  Do you think you could {do}{with}?
  Would you be able to {do}{with}?
  Might you {do}{with}?
  Are you up for {doing}{with}?
  Can you quickly {do}{with}?
  Can you go and {do}{with}?
  Could you just {do}{with}?
  Would you be so good as to {do}{with}?
  You couldn't {do}{with}, could you?
  You can {do}{with}, right?
  What would be {single}{with}?
  What exactly is {single}{with}?
  And what is {single}{with}?
  Can you say what {single} is{with}?
  Could you give me {thing}{with}?
  Can you get hold of {thing}{with}?
  Where can I see {thing}{with}?
  Got {thing}{with}?
  Do you have {thing}{with}?
  Have you got {thing} for me{with}?
  Would you let me know {clause}{with}?
  Any idea {clause}{with}?

  How much do I pay for {cost}{with}?
  How much will I be charged for {cost}{with}?
  How much money is it for {cost}{with}?
  How expensive is it for {cost}{with}?
  What do I owe for {cost}{with}?
  What do you take for {cost}{with}?
  What would you charge me for {cost}{with}?
  So what will it cost me for {cost}{with}?
  I wonder how much I have to pay for {cost}{with}.
  Tell me how much it will be for {cost}{with}.

  // Orders.
  {do}{with}
  {do} for me{with}.
  {do}{with} now.
  {do}{with} right away.
  {do}{with}, will you?
  {do}{with}, would you?
  {do}{with}, if you can.
  {do}{with} when you have a second.
  Do this for me: {do}{with}.
  First of all, {do}{with}.
  Try to {do}{with}.
  Make sure to {do}{with}.
  Don't forget to {do}{with}.
  Remember to {do}{with}.
  Start by {doing}{with}.
  Let's {self}{with}.
  Let me {self}{with}.
  Please go and {do}{with}.
  Please find a way to {do}{with}.
  {do}{with} and report back.
  {do}{with}, and nothing else.
  Time to {self}{with}.
  Your job: {do}{with}.
  To do: {do}{with}
  Request: {do}{with}.
  Task for you: {do}{with}.
  Fetch {thing} for me{with}.
  Give {thing} to me{with}, please.
  Send me {thing}{with}.
  Bring up {thing}{with}.
  Pull up {thing}{with}.
  {thing}{with}, please.
  {thing}{with}
  Just {thing}{with}, that's all.
  Only {thing}{with}, nothing more.
  Check for me {clause}{with}.
  See {clause}{with}.

  // Wishes.
  I want you to {do}{with}.
  I would like to {self}{with}.
  I'd love to {self}{with}.
  I'd be glad if you could {do}{with}.
  I'd be grateful if you would {do}{with}.
  I wish somebody would {do}{with}.
  I must {self}{with}.
  I should {self}{with}.
  I need to {self}{with}.
  I still have to {self}{with}.
  I'm trying to {self}{with}.
  I'm supposed to {self}{with}.
  I was asked to {self}{with}.
  I was about to {self}{with}, can you do it?
  I thought you might {do}{with}.
  We need to {self}{with}.
  We'd like to {self}{with}.
  We have to {self}{with} today.
  What I need is {thing}{with}.
  What I want is for you to {do}{with}.
  All I need is {thing}{with}.
  I'm interested in {thing}{with}.
  I'm after {thing}{with}.
  I want to see {thing}{with}.
  I was wondering {clause}{with}.
  I wonder {clause}{with}.
  I'm curious {clause}{with}.
  I want to know {know}{with}.
  I need to know {know}{with}.
  My sister would like to know {clause}{with}.
  Somebody asked me {clause}{with}.
  They want me to {self}{with}.
  You're supposed to {do}{with}.
  It's time to {self}{with}.
  It would help me a lot to {self}{with}.

  // The values in a sentence or a list of their own.
  {do}. {stated}
  {do}, please. {stated}
  Would you {do}? {stated}
  I need you to {do}. {stated}
  I'd love to {self}. {stated}
  I want to {self}. {stated}
  Let's {self}. {stated}
  I need {thing}. {stated}
  Give me {thing}. {stated}
  What is {single}? {stated}
  {stated} Now {do}.
  {stated} Would you mind {doing}?
  {stated} I'd love to {self}.
  {stated} Can you {do} with that?
  Here is what I have: {listed}. Please {do}.
  Details: {listed}. {do}.
  {do} with the following: {listed}.
  {do} - {listed}
  {do}, {listed}
  Could you {do}? Details: {listed}.
  Please {do} with {listed}.
  For {listed}: {do}.
  My values are {listed}. Please {do}.
  I need {thing}. Values: {listed}.
  {thing}: {listed}

  // The tool by its name.
  {name}{with} please
  {name} now{with}
  {name} - {listed}
  {name} with {listed}
  {listed}. {name}, please.
  {listed}: {name}
  I need the {noun} now{with}.
  Get me the {noun}{with}.
  Show the {noun}{with}.
  Check the {noun}{with}.
  Can I have the {noun}{with}?
  How about the {noun}{with}?
  Call {name} with {listed}.
  Use {name} for this: {listed}.
`);
