import type { TaskDomain } from "./task-domain.ts";

/** Mathematics, science and technology. */
export const scienceTasks: readonly TaskDomain[] = [
  {
    words:
      "geometry area triangle circle rectangle square perimeter volume radius angle polygon sphere cylinder shape",
    tasks: [
      "What's the perimeter of a rectangle that is {n} by {n} meters?",
      "Compute the volume of a cylinder with radius {n} and height {n}.",
      "I have a circle with a radius of {decimal} cm. How large is it?",
      "Find the third angle of a triangle if the others are {n} and {n} degrees.",
    ],
  },
  {
    words: "algebra equation root quadratic polynomial derivative integral calculus function solve slope",
    tasks: [
      "Solve x**2 - {n}*x + {n} = 0 for x.",
      "Differentiate {few}*x**3 with respect to x.",
      "Integrate sin(x) from 0 to {decimal}.",
    ],
  },
  {
    words: "statistics mean median average deviation variance probability regression sample dice",
    tasks: [
      "Give me the median of {n}, {n}, {n} and {n}.",
      "How likely is it to roll a six twice in {few} throws of a die?",
      "Fit a line through the points ({n}, {n}) and ({n}, {n}).",
    ],
  },
  {
    words:
      "number prime factor factorial fibonacci divisor gcd arithmetic sum multiply add divide square root",
    tasks: [
      "Is {n} a prime number?",
      "Multiply {n} by {decimal}.",
      "Which divisors do {n} and {n} have in common?",
    ],
  },
  {
    words: "chemistry molecule compound element molar mass reaction acid solution substance",
    tasks: [
      "What is the molar mass of {substance}?",
      "Balance the reaction of {substance} with oxygen.",
      "How many grams of {substance} are in {decimal} moles?",
    ],
  },
  {
    words:
      "physics force energy velocity speed acceleration gravity pressure voltage current resistance fall",
    tasks: [
      "How fast is a stone after it has fallen for {n} seconds?",
      "Work out the force on {n} kg accelerated at {decimal} meters per second squared.",
      "A lamp draws {decimal} amperes at 230 volts. How much power is that?",
    ],
  },
  {
    words: "astronomy planet star moon orbit sunrise sunset space eclipse",
    tasks: [
      "When is the next full moon after {date}?",
      "How far away is Mars on {date}?",
      "Sunrise in {city} on {date}?",
    ],
  },
  {
    words: "biology gene dna protein species cell animal plant evolution population",
    tasks: [
      "Which protein does the DNA ATGGCCAAGTAA stand for?",
      "How many wild wolves were counted in {country} in {year}?",
      "Identify the bird that I recorded near {city}.",
    ],
  },
  {
    words: "computer server code program software deploy repository git database sql query table log script",
    tasks: [
      "Restart the web server on port {n}.",
      "Open a pull request for branch fix-{n}.",
      "Delete all rows older than {date} from the log table.",
      "Run the test suite of project {id} and send me the failures.",
    ],
  },
  {
    words: "encryption password hash security token key encode",
    tasks: ["Make me a random password with {n} characters.", "Has the password of {email} been leaked?"],
  },
  {
    words: "image photo picture camera video crop resize",
    tasks: ["Crop photo_{n}.jpg to {n} by {n} pixels.", "Remove the background from picture {id}."],
  },
  {
    words: "geography elevation mountain river coordinates map latitude longitude altitude terrain capital",
    tasks: ["Which coordinates does {city} have?", "How high above the sea does {city} lie?"],
  },
  {
    words: "time timezone clock zone hour calendar",
    tasks: [
      "If it is {time} in {city}, how late is it in {city}?",
      "How many days lie between {date} and {date}?",
    ],
  },
  {
    words:
      "unit convert conversion inch foot mile pound kilogram liter fahrenheit celsius measure ounce cup gram",
    tasks: ["How many inches are {decimal} meters?", "Turn {n} miles into kilometers."],
  },
];
