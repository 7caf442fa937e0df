import type { Random } from "../random.ts";
import { type BankName, banks } from "../value-banks.ts";
import { namesOf } from "./bank-lines.ts";

/** More of what `../value-banks.ts` has a few of: a model that meets fourteen dishes learns fourteen dishes. */
const more: Readonly<Partial<Record<BankName, readonly string[]>>> = {
  city: namesOf(`Amsterdam, Antwerp, Auckland, Baltimore, Bangkok, Barcelona, Basel, Belfast, Belgrade, Bergen, Berlin,
    Bilbao, Birmingham, Bologna, Bordeaux, Bratislava, Bremen, Brisbane, Bristol, Brussels, Bucharest, Budapest, Calgary,
    Cardiff, Casablanca, Cologne, Copenhagen, Cork, Dakar, Dallas, Delhi, Detroit, Dresden, Dubai, Durban, Edinburgh,
    Florence, Frankfurt, Gdansk, Geneva, Genoa, Ghent, Glasgow, Gothenburg, Granada, Graz, Hamburg, Hanoi, Havana,
    Helsinki, Houston, Istanbul, Jakarta, Krakow, Kyoto, Lagos, Leeds, Leipzig, Lille, Liverpool, Ljubljana, London,
    Lucerne, Lyon, Malaga, Manchester, Manila, Marseille, Melbourne, Memphis, Miami, Milan, Montreal, Munich, Nantes,
    Naples, Nashville, New Orleans, Nice, Nuremberg, Odessa, Oxford, Palermo, Perth, Philadelphia, Phoenix, Pisa,
    Portland, Porto, Quebec, Quito, Reykjavik, Riga, Rotterdam, Salzburg, San Francisco, Santiago, Sao Paulo, Seville,
    Shanghai, Singapore, Sofia, Stockholm, Strasbourg, Stuttgart, Taipei, Tallinn, Tampa, Trieste, Turin, Utrecht,
    Valencia, Vancouver, Venice, Verona, Vilnius, Warsaw, Wellington, York, Zagreb, Zurich`),
  country:
    namesOf(`Austria, Belgium, Chile, Denmark, Ethiopia, Finland, Germany, Greece, Iceland, Indonesia, Ireland,
    Italy, Malaysia, Mexico, Morocco, Nepal, Nigeria, Poland, Portugal, South Korea, Spain, Sweden, Turkey, Vietnam`),
  place: namesOf(`Union Square, the Old Town, Victoria Park, the Science Museum, Lake Garda, the Opera House,
    Central Station, the Botanical Garden, Castle Hill, the Harbor Bridge, Market Square, the City Library`),
  lastName:
    namesOf(`Adams, Baker, Costa, Dubois, Evans, Fischer, Garcia, Hughes, Ivanov, Jensen, Kowalski, Larsen,
    Moreau, Nguyen, Olsen, Patel, Quinn, Rossi, Schmidt, Turner, Weber, Young`),
  product:
    namesOf(`table fan, running shoes, kettle, desk chair, bed sheets, bike helmet, camping tent, paper towels,
    winter gloves, bookshelf, electric razor, picture frame, toaster, sunglasses, tool box, printer ink, umbrella, wool scarf`),
  food: namesOf(`bananas, oranges, grapes, pears, plums, cherries, peaches, lettuce, cucumber, celery, broccoli, peas,
    beans, lentils, chickpeas, potatoes, garlic, ginger, mushrooms, peppers, zucchini, pumpkin, cabbage, corn, ham, bacon,
    sausages, chicken, tuna, shrimp, tofu, cream, cottage cheese, mozzarella, noodles, spaghetti, couscous, cereal,
    sugar, brown sugar, salt, black pepper, cinnamon, vanilla, baking powder, yeast, vinegar, mustard, ketchup,
    mayonnaise, soy sauce, jam, peanut butter, chocolate, cookies, crackers, popcorn, tea bags, orange juice,
    sparkling water, dish soap, paper towels, toothpaste, batteries, light bulbs, cat food, napkins, candles`),
  title:
    namesOf(`The Salt Road, Under Green Skies, Letters to Clara, A House of Paper, The Last Orchard, Blue Harbor,
    The Clockmaker, North of Here, Stone and Feather, The Winter Guest, Small Fires, Ten Thousand Steps`),
  song: namesOf(
    "Golden Hour, Rainy Monday, Summertime, Moon River, Paper Boats, Night Train, Fields of Gold",
  ),
  artist:
    namesOf(`Ella Fitzgerald, Vivaldi, David Bowie, Chopin, Daft Punk, Aretha Franklin, Pink Floyd, Johnny Cash,
    Billie Holiday, Haydn, Joni Mitchell, Debussy`),
  restaurant:
    namesOf(`Golden Spoon, Trattoria Roma, Green Leaf, The Fox and Hound, Little Saigon, Chez Marie, Taverna
    Olympia, The Salty Pearl, Curry Corner, Old Mill, La Piazza, The Wooden Table`),
  hotel: namesOf(
    `Hotel Royal, City Garden, The Palms, Alpine Rose, River House, Hotel Metropol, The Anchor, Sunny Side`,
  ),
  topic:
    namesOf(`astronomy, ancient Egypt, volcanoes, robotics, woodworking, the French Revolution, birds, meditation,
    sailing, architecture, philosophy, genetics, cooking for children, knitting, artificial intelligence, bees,
    polar expeditions, the Middle Ages, dinosaurs, folk tales, wine making, game theory, mushrooms, steam engines,
    Buddhism, oceans, insects, watercolor painting, journalism, mathematics, black holes, trees, the Vikings, cycling,
    public speaking, economics, sleep, origami, first aid, railways, Greek myths, wolves, calligraphy, Shakespeare,
    Jane Austen, Agatha Christie, Charles Darwin, Leo Tolstoy, Virginia Woolf, crime stories, short stories, poetry`),
  text: namesOf(`ring the bell at the back, gate code is 4711, urgent, for the board meeting, do not disturb,
    first reminder, paid by card, pick up after six, leave with the neighbor, no onions please,
    call before delivery, extra copy needed, deliver to reception, approved by Maria, waiting for the contract,
    sorry for the delay, back in an hour, discount agreed, ask for Tom, bring the documents`),
  label:
    namesOf(`rice, noodles, eggs, soup, bread, potatoes, cookies, dough, nap, break, yoga, reading, meeting, pizza,
    cake, workout, phone call, dentist, vegetables, study hour, grill, tea for two, second round, dishes, piano`),
  animal: namesOf(
    "dog, cow, sheep, goat, tiger, lion, bear, eagle, turtle, frog, hamster, parrot, wolf, whale",
  ),
  plant: namesOf(
    "rose, mint, cactus, orchid, tomato, maple, ivy, sunflower, rosemary, thyme, pine, fig tree",
  ),
  sport: namesOf("volleyball, golf, cricket, table tennis, judo, boxing, skiing, cycling, rugby, handball"),
  team: namesOf(
    "Liverpool, Juventus, Golden State Warriors, Ajax, New York Yankees, Dallas Cowboys, Inter Milan",
  ),
  color: namesOf("yellow, white, pink, turquoise, brown, beige, silver, dark green"),
  language: namesOf("French, English, Swedish, Turkish, Polish, Hindi, Greek, Chinese, Finnish, Russian"),
  company:
    namesOf(`Hillside Farms, Orion Logistics, Nordic Paper, Bright Homes, Atlas Travel, Blue River Bank, Cedar
    and Sons, Pixel Works, Toyota, Nestle, Microsoft, Harbor Freight`),
  material: namesOf("copper, brick, wool, leather, paper, rubber, marble, bamboo"),
  file: namesOf("invoice_07.pdf, todo.md, backup.zip, letter.docx, results.json, logo.png, minutes.txt"),
  word: namesOf(
    "river, stone, garden, castle, feather, thunder, candle, island, mirror, forest, button, bridge",
  ),
  proper: namesOf(
    "Oakwood, Brookfield, Hillcrest, Lakeview, Southgate, Ashford, Kingsbury, Fairview, Rosehill",
  ),
};

const firstNames =
  namesOf(`Ada, Ben, Carla, David, Emma, Felix, Hannah, Ivan, Julia, Karim, Lena, Marco, Nadia, Oscar,
  Paula, Rosa, Simon, Tara, Victor, Wendy, Amir, Clara, Diego, Fatima, George, Ines, Jonas, Kofi, Leila, Mei`);
const streets =
  namesOf(`Maple, Church, Station, Garden, Victoria, Elm, Castle, Market, River, School, Cedar, High, Lincoln,
  Baker, Forest, Queen, Hill, Meadow, Water, North, Park, Mill, Orchard, Abbey, Bell, Tower`);
const streetKinds = namesOf("Street, Road, Avenue, Lane, Square, Drive, Court, Way, Place, Terrace");
const dishStyles =
  namesOf(`baked, roast, grilled, stuffed, vegetable, spicy, vegan, honey, lemon, garlic, cheese, spinach,
  mushroom, smoked, homemade`);
const dishes =
  namesOf(`salmon, chicken, turkey, pork, trout, beef, lamb, tart, casserole, pie, bread, potatoes, cauliflower,
  pizza, muffins, brownies, scones, sponge cake, moussaka, cannelloni, pasta bake, nachos, croissants, meatloaf,
  macaroni, souffle, tofu, eggplant, squash, cod, duck, strudel, cinnamon rolls, shepherd's pie, carrot cake`);
const stationKinds = namesOf("Radio, FM, News, Classics, Sounds, Hits, Rock, Jazz, Live, Talk, Gold, Dance");
const stationNames =
  namesOf(`Sunrise, Metro, Coast, North, Star, Eagle, Planet, Echo, Magic, Pulse, Swing, Soul, Alpha,
  Harbor, River, Sunny, Galaxy, Retro, Smooth, Breeze`);

/** Values that are put together, so that hardly any comes twice. */
const composed: Readonly<Partial<Record<BankName, (random: Random) => string>>> = {
  address: (random) => `${random.between(1, 240)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
  person: (random) => {
    const first = random.pick(firstNames);
    return random.chance(0.4) ? first : `${first} ${random.pick(more.lastName ?? banks.lastName)}`;
  },
  dish: (random) => {
    const dish = random.pick(dishes);
    return random.chance(0.45) ? dish : `${random.pick(dishStyles)} ${dish}`;
  },
  station: (random) => {
    const [name, kind] = [random.pick(stationNames), random.pick(stationKinds)];
    return kind === "Radio" && random.chance(0.5) ? `${kind} ${name}` : `${name} ${kind}`;
  },
  user: (random) =>
    `${random.pick(firstNames).toLowerCase()}${random.pick(["", "_", "."])}${random.between(1, 99)}`,
};

/** The bank that a text is from; none for texts that stand in several. */
const bankOf = new Map<string, BankName | undefined>();
for (const [bank, texts] of Object.entries(banks)) {
  for (const text of texts) bankOf.set(text, bankOf.has(text) ? undefined : (bank as BankName));
}

/** Another text of the same kind, out of many more; the text itself when its kind is not known. */
export function oneOfMany(text: string, random: Random): string {
  const bank = bankOf.get(text);
  if (bank === undefined) return text;
  const compose = composed[bank];
  if (compose !== undefined && random.chance(0.8)) return compose(random);
  const others = more[bank] ?? [];
  return random.pick([...others, ...banks[bank]]);
}
