import type { TaskDomain } from "./task-domain.ts";

/** Home, health and the way from here to there. */
export const livingTasks: readonly TaskDomain[] = [
  {
    words: "weather forecast rain temperature snow wind humidity storm sun climate",
    tasks: [
      "Will it rain in {city} on {day}?",
      "How warm is it in {city} at the moment?",
      "Is there a storm warning for {country}?",
    ],
  },
  {
    words: "flight plane airline airport ticket seat travel trip fly boarding",
    tasks: [
      "Book a flight from {city} to {city} on {date}.",
      "Is flight {id} delayed?",
      "Upgrade my seat to business class.",
    ],
  },
  {
    words: "hotel room night guest booking reservation hostel stay travel trip",
    tasks: ["Reserve a double room in {city} for {few} nights.", "Check {person} out of suite {n}."],
  },
  {
    words: "train bus tram subway metro station ticket timetable rail transit travel",
    tasks: ["When does the last bus leave for {city}?", "Buy {few} tram tickets for {day}."],
  },
  {
    words: "car drive route traffic parking taxi ride gas fuel charge vehicle navigation distance road",
    tasks: [
      "Which roads to {city} are blocked?",
      "Find a parking spot near {address}.",
      "How long is the drive from {city} to {city}?",
      "Lock my car, plate {id}.",
    ],
  },
  {
    words: "rental rent bike scooter car vehicle",
    tasks: ["Unlock scooter {id}.", "Rent a van in {city} from {date} on."],
  },
  {
    words: "recipe cook dish meal ingredient oven kitchen bake food dinner timer",
    tasks: [
      "Give me a recipe with {food} and {food} for {few} people.",
      "How long must {dish} stay in the oven?",
      "Keep the {dish} warm until {time}.",
    ],
  },
  {
    words: "nutrition calorie diet protein vitamin weight fat food meal",
    tasks: ["How many calories do {n} grams of {food} have?", "Track {n} ounces of {food} for breakfast."],
  },
  {
    words: "restaurant table reserve reservation menu dinner food order pizza deliver delivery",
    tasks: ["Get us a table for {few} on {day} at {time}.", "Order {few} pizzas to {address}."],
  },
  {
    words: "doctor health medicine patient dose symptom hospital drug pharmacy blood disease medical",
    tasks: [
      "What dose of ibuprofen may a child of {few} years have?",
      "Refill prescription {id}.",
      "My pulse was {n} this morning, write it down.",
      "Find an eye doctor in {city}.",
    ],
  },
  {
    words: "fitness workout exercise run step training heart gym bmi sleep weight",
    tasks: ["I ran {decimal} km this morning, log it.", "What's the BMI of somebody who weighs {n} kg?"],
  },
  {
    words: "light lamp heating thermostat home door lock house room temperature switch curtain alarm",
    tasks: [
      "Dim the lamps to {n} percent.",
      "Lower the blinds at {time}.",
      "Arm the burglar alarm before we go.",
      "Set the thermostat to {n}.",
    ],
  },
  {
    words: "vacuum wash washing laundry clean cleaning dryer appliance fridge",
    tasks: ["Let the robot vacuum the hall on {day}.", "Is the washing machine done?"],
  },
  {
    words: "garden plant water flower lawn tree seed irrigation",
    tasks: ["Water the tomatoes for {n} minutes.", "When should I plant garlic in {country}?"],
  },
  {
    words: "pet dog cat vet animal",
    tasks: ["Register my dog {word} with the vet in {city}.", "Feed the fish at {time}."],
  },
  {
    words: "news headline article newspaper press",
    tasks: ["Read me the headlines from {country}.", "What did the papers write about {company} on {date}?"],
  },
];
