import { inOrder, isCount, labelOf, preposition } from "../mention.ts";
import type { Random } from "../random.ts";
import { switchPhrase } from "../switch-phrase.ts";
import { isPlural } from "../words.ts";
import { isNumber, type SpokenArgument } from "./spoken-argument.ts";

/**
 * The arguments that a phrase does not hold, said behind it in one of many ways: " from ▮ to ▮, with a note that says
 * ▮". It begins with a space or a comma; empty when nothing is left.
 */
export function tailOf(left: readonly SpokenArgument[], random: Random): string {
  const mixed = random.shuffled(left);
  const switches = mixed.filter(({ type }) => type === "boolean");
  const placed = (inOrder(mixed) as SpokenArgument[]).filter((one) => preposition(one) !== undefined);
  const first = placed.filter((one) => !switches.includes(one));
  const others = mixed.filter((one) => !switches.includes(one) && !first.includes(one));
  const pieces = others.map((argument) => random.pick(piecesOf(argument)));
  const where = first.map((argument) => `${preposition(argument)} ${argument.mark}`);
  const told = withOnce(random.chance(0.7) ? [...where, ...pieces] : [...pieces, ...where]);
  const asides = switches.map((argument) => random.pick(switchPieces(argument)));
  return `${told.map((piece) => (piece.startsWith(",") ? piece : ` ${piece}`)).join("")}${asides.map((aside) => `, ${aside}`).join("")}`;
}

/** "With a base of 5 with a height of 3" is "with a base of 5 and a height of 3". */
function withOnce(pieces: readonly string[]): string[] {
  const withs = pieces.filter((piece) => piece.startsWith("with "));
  const others = pieces.filter((piece) => !piece.startsWith("with "));
  if (withs.length < 2) return [...others, ...withs];
  const bodies = withs.map((piece) => piece.slice("with ".length));
  return [...others, `with ${bodies.slice(0, -1).join(", ")} and ${bodies.at(-1)}`];
}

/** The ways to say one argument behind a phrase. */
function piecesOf(argument: SpokenArgument): readonly string[] {
  const { mark, words, style, unit, listed } = argument;
  const label = labelOf(argument);
  const last = words.at(-1) ?? "";
  if (isCount(argument)) return countPieces(argument, label);
  if (/^(limit|max|maximum|top)$/.test(last) || /^(limit|max|maximum|top)$/.test(words[0] ?? "")) {
    return [
      `with at most ${mark} results`,
      `with up to ${mark} results`,
      `with a limit of ${mark}`,
      `, no more than ${mark}`,
      `, ${mark} results at most`,
      `, limit ${mark}`,
    ];
  }
  if (style === "quoted" && /^(label|name|title)$/.test(last)) {
    return [
      `called ${mark}`,
      `named ${mark}`,
      `with the ${label} ${mark}`,
      `with ${label} ${mark}`,
      `labeled ${mark}`,
      `for ${mark}`,
    ];
  }
  if (style === "quoted") {
    return [
      `with the ${label} ${mark}`,
      `with ${label} ${mark}`,
      `with a ${label} that says ${mark}`,
      `and ${label} ${mark}`,
      `, ${label} ${mark}`,
    ];
  }
  if (isNumber(argument)) return numberPieces(argument, label);
  if (style === "id")
    return [
      `with ${label} ${mark}`,
      `with the ${label} ${mark}`,
      `, ${label} ${mark}`,
      `, the ${label} is ${mark}`,
      `, ${label}: ${mark}`,
    ];
  if (listed && label.length > 2 && !/^(none|any|all|other|default|auto)$/i.test(String(argument.value))) {
    return [
      `with ${label} ${mark}`,
      `with the ${label} ${mark}`,
      `, ${label} ${mark}`,
      `, ${mark} ${label}`,
      `(${label}: ${mark})`,
    ];
  }
  return [
    `with ${label} ${mark}`,
    `with the ${label} ${mark}`,
    `, ${label} ${mark}`,
    `, ${label}: ${mark}`,
    ...(unit === undefined ? [] : [`with ${label} ${mark} ${unit}`]),
  ];
}

function countPieces({ mark }: SpokenArgument, label: string): readonly string[] {
  const people = /^(passengers|guests|people|persons|adults|travelers|visitors)$/.test(label);
  return [
    `for ${mark} ${label}`,
    `for ${mark} ${label}`,
    `, ${mark} ${label}`,
    `, ${label}: ${mark}`,
    ...(people
      ? [
          `for ${mark} people`,
          `for ${mark}`,
          `, there are ${mark} of us`,
          `, we are ${mark}`,
          `for ${mark} of us`,
        ]
      : []),
  ];
}

function numberPieces({ mark, unit, words }: SpokenArgument, label: string): readonly string[] {
  const article = /^[aeiou]/.test(label) ? "an" : "a";
  if (/^(celsius|fahrenheit)$/.test(words.at(-1) ?? "")) return [`at ${mark} degrees`, `, ${mark} degrees`];
  if (unit === "percent") {
    return [
      `at ${mark} percent`,
      `at ${mark}%`,
      `at ${mark}% ${label}`,
      `at ${mark} percent ${label}`,
      `with ${label} at ${mark} percent`,
      `with ${article} ${label} of ${mark}%`,
      `, ${label} ${mark}`,
      `, ${mark}%`,
      `with ${label} ${mark}`,
    ];
  }
  if (label.length < 3) return [`with ${label} = ${mark}`, `, ${label} = ${mark}`, `with ${label} ${mark}`];
  if (label === "amount")
    return [
      `for an amount of ${mark}`,
      `for ${mark}`,
      `with amount ${mark}`,
      `, amount ${mark}`,
      `, the amount is ${mark}`,
    ];
  const value = unit === undefined ? mark : `${mark} ${unit}`;
  if (isPlural(label)) return [`with ${value} ${label}`, `, ${label}: ${value}`, `with ${label} ${value}`];
  return [
    `with ${label} ${value}`,
    `with ${article} ${label} of ${value}`,
    `, ${label} ${value}`,
    `, ${label} = ${value}`,
    `, ${label}: ${value}`,
    `, the ${label} is ${value}`,
  ];
}

function switchPieces(argument: SpokenArgument): readonly string[] {
  const said = switchPhrase(argument);
  const label = labelOf(argument);
  if (said === "on" || said === "off") return [`${said}`, `switched ${said}`, `turned ${said}`];
  const yes = argument.value === true;
  if (/^(with|without) /.test(said))
    return [said, said, `${yes ? "and" : "but no"} ${label}`, `${label}: ${yes ? "yes" : "no"}`];
  if (/^do not /.test(said)) return [said, `and ${said.replace("do not", "don't")}`];
  if (yes) return [said, `and ${said}`, `${said} if possible`, `${label}: yes`];
  return [said, `but ${said}`, `${label}: no`];
}
