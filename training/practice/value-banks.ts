/** Example values by what they are. Which bank a parameter draws from is decided in `values.ts`. */
export const banks = {
  city: listed(`Paris, Rome, Oslo, Lisbon, Vienna, Dublin, Athens, Prague, Madrid, Toronto, Boston, Chicago,
    Seattle, Denver, Tokyo, Osaka, Seoul, Sydney, Nairobi, Cairo, Lima, Mumbai, New York, San Diego,
    Buenos Aires, Cape Town, Rio de Janeiro, Kuala Lumpur`),
  country: listed("France, Japan, Brazil, Canada, Kenya, Norway, India, Peru, New Zealand, Egypt"),
  place: listed("Central Park, Lake Como, the Louvre, Union Station, Mount Fuji, Hyde Park, Old Harbor"),
  person: listed(`Alice, Bob Miller, Chen Wei, Maria Lopez, Tom, Priya Shah, Nora Klein, John Smith, Elena,
    Omar Haddad, Yuki Tanaka, Sam Carter, Grace, Peter Novak, Anna Berg, Luis`),
  lastName: listed("Miller, Lopez, Tanaka, Novak, Carter, Haddad, Berg, Okafor"),
  user: listed("alice92, bmiller, nora_k, tomcat, priya.shah, jsmith, elena-b, omar7"),
  company: listed(
    `Acme Corp, Northwind, Bluebird Ltd, Sunrise Foods, Delta Tools, Green Valley, Apple, Siemens`,
  ),
  product:
    listed(`desk lamp, wireless mouse, hiking boots, coffee grinder, yoga mat, phone case, office chair,
    water bottle, rain jacket, alarm clock, garden hose, notebook, backpack, headphones`),
  food: listed(`apples, flour, eggs, milk, rice, tomatoes, butter, onions, olive oil, spinach, oats, coffee, bread,
    yogurt, carrots, cheese, lemons, honey`),
  dish: listed(`lasagne, apple pie, roast chicken, salmon, pizza, banana bread, potato gratin, ratatouille,
    mushroom risotto, pumpkin soup, meatballs, quiche, cheesecake, stuffed peppers`),
  title: listed(`The Silent Shore, Dune, Middlemarch, Winter Garden, Emma, The Long Road, Moby Dick, Ulysses,
    A Quiet Year, Paper Towns, The Glass House, Beloved`),
  song: listed("Blue Moon, Yesterday, Hallelujah, Clair de Lune, Imagine, River Song, Take Five, Volare"),
  artist: listed("Nina Simone, The Beatles, Miles Davis, Adele, Mozart, Radiohead, Bach, Edith Piaf"),
  restaurant: listed(
    "Luigi's, The Olive Tree, Blue Door, Sakura House, Casa Verde, The Copper Pot, Bistro Nine",
  ),
  hotel: listed("Grand Plaza, Hotel Aurora, Seaview Inn, The Linden, Park Lodge, Hotel Bristol"),
  station: listed(
    `Jazz FM, Radio Nova, Classic 24, Wave Radio, City Talk, Rock Antenna, Radio Paradise, Capital Beat`,
  ),
  genre: listed("jazz, comedy, science fiction, drama, folk, thriller, documentary, hip hop"),
  topic:
    listed(`roman history, solar energy, gardening, jazz, machine learning, chess, whales, climate change,
    modern art, bread baking, space travel, yoga, medieval castles, photography, beekeeping`),
  text: listed(`please ring twice, see you at noon, the package has arrived, running ten minutes late,
    happy birthday, leave it at the door, call me back, handle with care, meeting moved to friday,
    paid in cash, good luck tomorrow, do not fold, the key is under the mat, gift for a friend,
    thanks for your help`),
  label: listed(`pasta, laundry, first batch, team call, homework, morning run, garden, project alpha, tea`),
  address: listed(`12 Mill Lane, 8 Harbor Street, 45 Oak Avenue, 3 King Square, 127 Sunset Road, 9 Rose Court,
    61 Park Street, 210 Lake Drive, 5 Chapel Hill, 18 Bridge Road`),
  animal: listed("cat, horse, penguin, elephant, rabbit, owl, dolphin, fox"),
  plant: listed("basil, fern, tulip, oak, lavender, bamboo"),
  sport: listed("tennis, soccer, basketball, swimming, rowing, badminton, hockey"),
  team: listed("Chicago Bulls, Arsenal, Boston Celtics, Real Madrid, Bayern Munich, Toronto Raptors"),
  color: listed("red, dark blue, green, orange, purple, black, light gray"),
  language: listed("Spanish, German, Japanese, Italian, Arabic, Korean, Portuguese, Dutch"),
  currency: listed("EUR, USD, GBP, JPY, CHF, CAD, SEK, INR"),
  weekday: listed("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"),
  month: listed("January, March, April, June, July, September, October, December"),
  airport: listed("JFK, LHR, CDG, NRT, SFO, AMS, DXB, MAD"),
  symbol: listed("AAPL, MSFT, TSLA, NVDA, SAP, KO, IBM, NFLX"),
  substance: listed("water, sodium chloride, ethanol, methane, copper, ammonia, glucose, iron"),
  material: listed("steel, oak wood, glass, cotton, aluminum, concrete"),
  unit: listed("meters, feet, kilograms, pounds, liters, miles, inches"),
  file: listed("report.pdf, notes.txt, budget.xlsx, photo_12.jpg, main.py, slides.pptx, data.csv"),
  url: listed(`https://example.com/news, https://example.org, https://docs.example.net/start,
    https://shop.example.com`),
  phone: listed("+1 555 0134, 555-0187, +44 20 5550 0199, +49 30 555017"),
  formula: listed("x**2 + 3*x, 2*x + 5, sin(x), x**3 - 4, 3*x**2 - 2*x + 1"),
  status: listed("open, pending, done, blocked, active, archived"),
  proper: listed(
    "Riverside, Northgate, Silver Lake, Maple Court, Golden Gate, Westwood, Eastfield, Stonebridge",
  ),
  word: listed(`maple, silver, harvest, orbit, lantern, summit, velvet, anchor, meadow, falcon, copper, willow,
    compass, ember, harbor, cedar`),
};

export type BankName = keyof typeof banks;

function listed(text: string): readonly string[] {
  return text.split(/,\s+/);
}
