import { linesOf } from "./bank-lines.ts";

/** What people say before a request, in a sentence of its own. None of it wants a tool. */
export const openings: readonly string[] = linesOf(`
  Hi there.
  Hello!
  Hey.
  Good morning.
  Good evening.
  Hi again.
  Okay.
  Right then.
  Quick one.
  Small favor.
  I have a request.
  I could use some help.
  I need your help with something.
  One thing before lunch.
  Here's something for you.
  Next thing on my list.
  I just got back.
  I'm on my way out.
  I'm a bit busy right now.
  My hands are full at the moment.
  I'm on the phone, so be quick.
  I've been meaning to do this all day.
  I almost forgot about this.
  We were just talking about this.
  My partner reminded me of this.
  A colleague is waiting for it.
  We have visitors this evening.
  The kids are asking again.
  It has been a long day.
  I'm getting things ready for tomorrow.
  It's for a friend of mine.
  This one is important to me.
  No rush, but I'd like this done.
  Let me start with something simple.
  I hope you can help.
  Thanks for being there.
  That was helpful, thank you.
  Great, now something else.
  Alright, moving on.
  Not sure whom to ask, so I ask you.
  My neighbor says that you are good at this.
  I don't want to do it by hand.
  I never remember how this works.
  Somebody has to take care of it.
`);

/** What people say behind a request. */
export const closings: readonly string[] = linesOf(`
  Thanks!
  Thank you.
  Thanks a lot.
  Many thanks in advance.
  Much appreciated.
  Cheers.
  That would be great.
  That's all for now.
  That would help me a lot.
  I'm in a hurry.
  As soon as you can, please.
  Take your time.
  No hurry.
  I'll wait.
  Let me know when it's done.
  Just a short answer, please.
  You'd save my day.
  Sorry for the trouble.
  I hope that's clear.
  I can't do it myself right now.
  It's for tonight.
  Somebody is waiting for it.
  I owe you one.
  Then I can go home.
  I promised to have it ready.
  Nothing else is needed.
`);

/** Words in front of a request that go on with it. They end where its first word stands, small. */
export const leadIns: readonly string[] = linesOf(`
  Hey,
  Hi,
  Hello,
  Okay,
  Ok so
  So,
  Well,
  Now,
  Please,
  Listen,
  Also,
  And
  Oh, and
  By the way,
  Alright,
  Sorry,
  Excuse me,
  Quick question:
  If you don't mind,
  When you get a chance,
  If possible,
  Before I forget,
  Assistant,
`);
