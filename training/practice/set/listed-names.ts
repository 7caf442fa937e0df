/** What people say for codes that stand in the lists of contracts: the plural, and with one of it the singular. */
interface CodeName {
  readonly one: string;
  readonly many: string;
}

const names: Readonly<Record<string, string>> = {
  // Currencies.
  EUR: "euro/euros",
  USD: "US dollar/US dollars",
  GBP: "British pound/British pounds",
  JPY: "yen/yen",
  CHF: "Swiss franc/Swiss francs",
  CAD: "Canadian dollar/Canadian dollars",
  AUD: "Australian dollar/Australian dollars",
  INR: "rupee/rupees",
  CNY: "yuan/yuan",
  SEK: "Swedish krona/Swedish kronor",
  NOK: "Norwegian krone/Norwegian kroner",
  DKK: "Danish krone/Danish kroner",
  PLN: "zloty/zloty",
  BRL: "real/reais",
  MXN: "Mexican peso/Mexican pesos",
  KRW: "won/won",
  // Units.
  g: "gram/grams",
  kg: "kilogram/kilograms",
  mg: "milligram/milligrams",
  oz: "ounce/ounces",
  lb: "pound/pounds",
  lbs: "pound/pounds",
  ml: "milliliter/milliliters",
  l: "liter/liters",
  cup: "cup/cups",
  tbsp: "tablespoon/tablespoons",
  tsp: "teaspoon/teaspoons",
  mm: "millimeter/millimeters",
  cm: "centimeter/centimeters",
  m: "meter/meters",
  km: "kilometer/kilometers",
  mi: "mile/miles",
  ft: "foot/feet",
  in: "inch/inches",
  yd: "yard/yards",
  mile: "mile/miles",
  meter: "meter/meters",
  foot: "foot/feet",
  pound: "pound/pounds",
  gallon: "gallon/gallons",
  celsius: "degree Celsius/degrees Celsius",
  fahrenheit: "degree Fahrenheit/degrees Fahrenheit",
  // Languages.
  en: "English/English",
  de: "German/German",
  fr: "French/French",
  es: "Spanish/Spanish",
  it: "Italian/Italian",
  pt: "Portuguese/Portuguese",
  nl: "Dutch/Dutch",
  ja: "Japanese/Japanese",
  zh: "Chinese/Chinese",
  ko: "Korean/Korean",
};

const signs: Readonly<Record<string, string>> = { EUR: "€", USD: "$", GBP: "£", JPY: "¥" };

/** What is said for a code such as `EUR` or `tbsp`; undefined when it is none that people say otherwise. */
export function codeName(code: string): CodeName | undefined {
  const [one, many] = (Object.hasOwn(names, code) ? names[code] : undefined)?.split("/") ?? [];
  return one === undefined || many === undefined ? undefined : { one, many };
}

/** "€" for `EUR`; it stands in front of an amount. */
export function currencySign(code: string): string | undefined {
  return Object.hasOwn(signs, code) ? signs[code] : undefined;
}
