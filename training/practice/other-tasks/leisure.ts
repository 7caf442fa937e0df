import type { TaskDomain } from "./task-domain.ts";

/** Culture, sport and learning. */
export const leisureTasks: readonly TaskDomain[] = [
  {
    words: "music song album artist playlist radio play concert band tune lyrics sound station",
    tasks: [
      "Play {song} by {artist}.",
      "Put {song} on my running playlist.",
      "Transpose the tune {few} semitones up.",
      "Did {artist} go on tour in {year}?",
    ],
  },
  {
    words: "movie film cinema actor director series show theater watch tv stream",
    tasks: [
      "Which cinema in {city} has seats left on {day}?",
      "Who directed the remake of {title}?",
      "Record channel {n} at {time}.",
    ],
  },
  {
    words: "book library author loan borrow novel read catalogue isbn",
    tasks: ["Who published {title}?", "Reserve {title} for {person}."],
  },
  {
    words: "soccer football basketball tennis game match team score player league sport season goal",
    tasks: [
      "How did {team} play on {date}?",
      "Who scored most for {team} in {year}?",
      "Rank the {sport} players of {country}.",
    ],
  },
  {
    words: "chess card game poker puzzle board dice play video level player",
    tasks: [
      "What's the best reply to e4 at depth {n}?",
      "Shuffle the deck and deal {few} cards to {person}.",
    ],
  },
  {
    words: "museum art painting exhibition gallery sculpture artwork",
    tasks: [
      "What is on show at the museum in {city} on {date}?",
      "How much did the painting {title} sell for?",
    ],
  },
  {
    words: "history event war king president battle historical century",
    tasks: ["Find events of {year} in {country}.", "Who ruled {country} in {year}?"],
  },
  {
    words: "school student course grade class exam teacher university lesson homework",
    tasks: [
      "Enroll {person} in course {id}.",
      "Which grade did {person} get on {date}?",
      "Grade the exam of {person}.",
    ],
  },
  {
    words: "family birthday genealogy person ancestor party gift guest",
    tasks: ["When was the grandmother of {person} born?", "Put {person} on the guest list for {day}."],
  },
  {
    words: "social post tweet follower friend profile share media comment like",
    tasks: ["How many followers does {user} have?", "Share the photo of {day} with {person}."],
  },
  {
    words: "population census country government election vote tax demographic",
    tasks: ["How many people lived in {city} in {year}?", "Who won the election in {country} in {year}?"],
  },
  {
    words: "ticket event concert festival venue show",
    tasks: ["Get {few} tickets for the festival in {city}.", "When do the doors open at the {word} club?"],
  },
];
