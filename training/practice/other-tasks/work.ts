import type { TaskDomain } from "./task-domain.ts";

/** Money, office and law. */
export const workTasks: readonly TaskDomain[] = [
  {
    words:
      "invest investment stock share price market portfolio bond dividend crypto bitcoin trade ticker finance",
    tasks: [
      "What did {company} shares close at on {date}?",
      "Buy {n} shares of {company} for me.",
      "How much would {money} dollars at {few} percent be worth in {years} years?",
    ],
  },
  {
    words: "loan mortgage interest rate credit debt repay bank",
    tasks: [
      "What's my monthly payment on a mortgage of {money} dollars over {years} years?",
      "Raise the limit of my credit card to {money}.",
    ],
  },
  {
    words: "currency exchange euro dollar money convert yen pound rate",
    tasks: ["How much yen would {money} euros buy?", "Change {money} dollars into Swiss francs."],
  },
  {
    words: "bank account transfer balance payment pay wire transaction money",
    tasks: [
      "Send {money} euros to {person}.",
      "What's the balance of account {id}?",
      "Stop the payment of {money} to {company}.",
    ],
  },
  {
    words: "tax income salary wage payroll deduction vat",
    tasks: [
      "How much income tax is due on {money} in {country}?",
      "What does {person} earn after deductions?",
    ],
  },
  {
    words: "invoice bill billing fee charge quote subscription refund customer tier",
    tasks: ["Write an invoice over {money} to {company}.", "Cancel my subscription {id} by {date}."],
  },
  {
    words:
      "order shop store cart product delivery shipment parcel package purchase buy stock inventory price",
    tasks: [
      "Add {few} of these to my cart: {product}.",
      "Where is my parcel {id}?",
      "Send the {product} back, it arrived broken.",
    ],
  },
  {
    words: "email mail message inbox sms letter send text chat",
    tasks: [
      "Email {person} that the contract is signed.",
      "How many unread mails came in since {date}?",
      "Text {person}: running late, back at {time}.",
    ],
  },
  {
    words: "calendar meeting appointment schedule event reminder agenda invite",
    tasks: [
      "Set up a meeting with {person} on {date} at {time}.",
      "Move my dentist appointment to {day}.",
      "Who is invited on {date}?",
    ],
  },
  {
    words: "task todo project ticket issue note list document file folder",
    tasks: [
      "Assign ticket {id} to {person}.",
      "Save a copy of the minutes of {date} as a PDF.",
      "Close issue {n}.",
    ],
  },
  {
    words: "job employee hire vacation leave staff candidate recruit hr position",
    tasks: [
      "How many days of vacation does {person} have left?",
      "Post a job for a welder in {city}.",
      "Check in {person} for the interview on {date}.",
    ],
  },
  {
    words: "law court lawsuit case legal judge attorney lawyer patent contract statute",
    tasks: [
      "Look up the verdict in case {id}.",
      "When does {company} have to appear in court?",
      "Find rulings about noise at night from {year}.",
    ],
  },
  {
    words: "house apartment real estate property rent tenant landlord buy mortgage room",
    tasks: [
      "Show flats in {city} for less than {money} a month.",
      "What did the house at {address} sell for in {year}?",
    ],
  },
  {
    words: "insurance policy claim premium damage insure",
    tasks: [
      "File a claim for the hail damage of {date}.",
      "What would it cost to insure a bike worth {money}?",
    ],
  },
  {
    words: "translate translation language grammar dictionary synonym word spelling",
    tasks: ['Translate "see you on {day}" into {language}.', "Find three synonyms for {word}."],
  },
  {
    words: "phone call dial contact number voicemail",
    tasks: ["Call {person} on the mobile.", "Block the number {phone}."],
  },
];
