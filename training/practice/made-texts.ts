import type { Random } from "./random.ts";
import { banks } from "./value-banks.ts";

/** Ids as shops and offices write them: `A-1042`, `K7731`, `48213`, `QX-81-204`. */
export function identifier(random: Random): string {
  const letter = () => random.pick([..."ABCDEFGHKLMNPQRSTUVWXZ"]);
  const shapes = [
    () => `${letter()}-${random.between(1000, 9999)}`,
    () => `${letter()}${random.between(100, 99999)}`,
    () => String(random.between(10000, 999999)),
    () => `${letter()}${letter()}-${random.between(10, 99)}-${random.between(100, 999)}`,
    () => `${letter()}${letter()}${random.between(1000, 99999)}`,
  ];
  return random.pick(shapes)();
}

export function emailAddress(random: Random): string {
  const host = random.pick(["example.com", "example.org", "mail.example.net"]);
  return `${random.pick(banks.user)}@${host}`;
}

/** A date of the years from `first` to `last`, as `2026-04-09`. */
export function isoDate(random: Random, first: number, last: number): string {
  const [month, day] = [random.between(1, 12), random.between(1, 28)];
  return `${random.between(first, last)}-${twoDigits(month)}-${twoDigits(day)}`;
}

export function clockTime(random: Random): string {
  return `${twoDigits(random.between(6, 22))}:${random.pick(["00", "05", "10", "15", "20", "30", "40", "45", "50"])}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
