import { describe, expect, it } from "vitest";
import { limits } from "../../../imprint/limits.ts";
import { matchExpression } from "../../../tools/facts/search-text.ts";
import { FactsStore } from "../../../tools/facts/store.ts";
import { fact, found, hours, parking, storeOf } from "./facts.ts";

describe("a search", () => {
  it.each([
    ["When is the office open?", ["office-hours", "parking-fee"]],
    ["parking", ["parking-fee"]],
    ["parking_fee", ["parking-fee"]],
    ["PARKED cars", ["parking-fee"]],
    ["weekday", ["office-hours"]],
    ["fees", ["parking-fee"]],
    ["holiday", []],
    ["what is the", ["office-hours", "parking-fee"]],
    ["", []],
    ["?!", []],
  ])("for %j finds %j", async (query, ids) => {
    expect(await found(await storeOf([hours, parking]), query)).toEqual(ids);
  });

  it("takes nothing of a query for an operator of the index", async () => {
    const folder = await storeOf([hours, parking]);
    for (const query of [
      'parking" OR "office',
      "parking NOT parking",
      "topic:parking",
      "(parking",
      "park*",
      "^parking",
    ]) {
      expect(await found(folder, query), query).toContain("parking-fee");
    }
  });

  it("counts more words, and words of the topic, for more; equals go by id", async () => {
    const folder = await storeOf([
      fact("c", "red apples"),
      fact("b", "red apples"),
      fact("a", "apples"),
      fact("d", "fruit", { topic: "red apples" }),
      ...Array.from({ length: 10 }, (_, index) => fact(`x${index}`, "other words")),
    ]);
    expect(await found(folder, "red apples")).toEqual(["d", "b", "c", "a"]);
    expect(await found(folder, "red apples", { rows: 2 })).toEqual(["d", "b"]);
  });

  it("gives the same order whatever the order of import was", async () => {
    const facts = Array.from({ length: 40 }, (_, index) =>
      fact(
        `f${String(index).padStart(2, "0")}`,
        `word ${index % 3 === 0 ? "rare" : "plain"} ${"filler ".repeat(index % 5)}`,
      ),
    );
    const forward = await storeOf(facts);
    const backward = await storeOf(facts.map((one) => ({ ...one, text: "old words" })));
    await FactsStore.writing(backward, "office", (store) => store.put([...facts].reverse()));
    expect(await found(backward, "rare word filler")).toEqual(await found(forward, "rare word filler"));
  });

  it("keeps to a topic that the store has, in whatever case, and ignores one that it has not", async () => {
    const folder = await storeOf([hours, parking]);
    expect(await found(folder, "office", { topic: " Parking " })).toEqual(["parking-fee"]);
    expect(await found(folder, "office", { topic: "invented" })).toHaveLength(2);
    expect(await found(folder, "office", { topic: "" })).toHaveLength(2);
  });

  it("finds words of scripts without spaces by two neighbours, and accents without them", async () => {
    const folder = await storeOf([
      fact("zh", "退货政策：三十天内可以退货。"),
      fact("ja", "営業時間は九時から十七時までです。"),
      fact("fr", "Le café ouvre à huit heures."),
    ]);
    expect(await found(folder, "退货")).toEqual(["zh"]);
    expect(await found(folder, "請問営業時間")).toEqual(["ja"]);
    expect(await found(folder, "货退")).toEqual([]);
    expect(await found(folder, "cafe")).toEqual(["fr"]);
  });

  it("no longer finds what a fact said before", async () => {
    const folder = await storeOf([fact("a", "apples")]);
    await FactsStore.writing(folder, "office", (store) => store.put([fact("a", "pears")]));
    expect([await found(folder, "apples"), await found(folder, "pears")]).toEqual([[], ["a"]]);
  });

  it("looks for a limited number of distinct words", () => {
    const words = Array.from({ length: 100 }, (_, index) => `w${index}`).join(" ");
    expect(matchExpression(`${words} ${words}`)?.split(" OR ")).toHaveLength(limits.factsLookupTermsCount);
    expect(matchExpression("what is it")).toBe('"what" OR "is" OR "it"');
  });
});
