import type { GlyphName } from './icons.ts';

/** A store account, its owner, and its apps: name, category, picture on the icon. */
export type Account = {
  accountName: string;
  /** The beginning of its package names. */
  prefix: string;
  /** Login id in `people`. */
  owner: string;
  apps: [appName: string, category: string, glyph: GlyphName][];
};

/** The password of all app owners. */
export const demoPassword = 'lantern-harbour-7';

/** An app owner; `before` is the previous position. */
type PersonForm = {
  userId: string;
  fullName: string;
  position: string;
  before?: string;
  address: string;
};

/** The addresses are in the ranges for documentation (RFC 5737). */
export const people: PersonForm[] = [
  {
    userId: 'mara',
    fullName: 'Mara Ellingsen',
    position: 'Head of Publishing',
    address: '192.0.2.14',
  },
  {
    userId: 'kofi',
    fullName: 'Kofi Amankwah',
    position: 'Game Producer',
    address: '198.51.100.23',
  },
  {
    userId: 'priya',
    fullName: 'Priya Raghunathan',
    position: 'Product Manager',
    address: '203.0.113.77',
  },
  {
    userId: 'tomas.aldana',
    fullName: 'Tomás Aldana',
    position: 'Growth Manager',
    address: '192.0.2.31',
  },
  {
    userId: 'ingrid',
    fullName: 'Ingrid Sauer',
    position: 'Monetization Lead',
    before: 'Analyst',
    address: '198.51.100.8',
  },
  {
    userId: 'haruka',
    fullName: 'Haruka Minami',
    position: 'Content Editor',
    address: '203.0.113.5',
  },
  { userId: 'lukas', fullName: 'Lukas Brandvold', position: 'Developer', address: '192.0.2.90' },
  {
    userId: 'amara.n',
    fullName: 'Amara Nwosu',
    position: 'Junior Publisher',
    before: 'Intern',
    address: '203.0.113.142',
  },
  { userId: 'felix', fullName: 'Felix Varga', position: 'Contractor', address: '198.51.100.201' },
];

/** An app owner who is deleted; a restore brings him back with his apps. */
export const deletedOwner = 'felix';

/** An app that is deleted; a restore brings it back. */
export const deletedApp = 'Lucky Parrot Slots';

/** Apps that get another owner, and the login id of this owner. */
export const newOwners: Record<string, string> = {
  'Frost Alert': 'amara.n',
  'Pulse Notebook': 'amara.n',
};

export const accounts: Account[] = [
  {
    accountName: 'Quillmoor Studio',
    prefix: 'com.quillmoor',
    owner: 'mara',
    apps: [
      ['Marginalia Notes', 'Productivity', 'lines'],
      ['Foolscap Writer', 'Productivity', 'book'],
      ['Plumb Lists', 'Productivity', 'check'],
      ['Thimble Tasks', 'Productivity', 'tiles'],
      ['Sidelong Diary', 'Lifestyle', 'heart'],
      ['Copperplate Keyboard', 'Personalization', 'gem'],
      ['Parcel Scanner', 'Tools', 'camera'],
      ['Nightjar Reader', 'Books & Reference', 'moon'],
      ['Kettle Timer', 'Tools', 'cup'],
      ['Halyard Mail', 'Communication', 'flag'],
      ['Quoin Invoices', 'Business', 'bars'],
      ['Fernleaf PDF', 'Productivity', 'leaf'],
      ['Lodestone Planner', 'Events', 'compass'],
    ],
  },
  {
    accountName: 'Tidewrack Games',
    prefix: 'com.tidewrack',
    owner: 'kofi',
    apps: [
      ['Barnacle Bounce', 'Games: Arcade', 'drop'],
      ['Crab Cannon', 'Games: Action', 'bolt'],
      ['Lagoon Match', 'Games: Puzzle', 'tiles'],
      ['Driftwood Dash', 'Games: Casual', 'play'],
      ['Pearl Diver Quest', 'Games: Adventure', 'gem'],
      ['Kelp Forest Farm', 'Games: Simulation', 'leaf'],
      ['Harbour Magnate', 'Games: Strategy', 'bars'],
      ['Lighthouse Keeper', 'Games: Role Playing', 'sun'],
      ['Gull Patrol', 'Games: Arcade', 'wave'],
      ['Reef Racer 3D', 'Games: Racing', 'flag'],
      ['Puffin Hop', 'Games: Casual', 'star'],
      [deletedApp, 'Games: Casino', 'star'],
    ],
  },
  {
    accountName: 'Saffron Kettle',
    prefix: 'com.saffronkettle',
    owner: 'priya',
    apps: [
      ['Masala Ledger', 'Food & Drink', 'book'],
      ['Tiffin Planner', 'Food & Drink', 'tiles'],
      ['Pantry Pilot', 'House & Home', 'compass'],
      ['Sourdough Almanac', 'Food & Drink', 'sun'],
      ['Spice Route Recipes', 'Food & Drink', 'pin'],
      ['Lunchbox Ideas', 'Parenting', 'heart'],
      ['Kitchen Measures', 'Tools', 'bars'],
      ['Teatime Radio', 'Music & Audio', 'music'],
      ['Market Day Lists', 'Shopping', 'check'],
    ],
  },
  {
    accountName: 'Pebblewick Apps',
    prefix: 'com.pebblewick',
    owner: 'tomas.aldana',
    apps: [
      ['Torchlight Mini', 'Tools', 'bolt'],
      ['Spirit Level & Ruler', 'Tools', 'lines'],
      ['Unit Heron', 'Tools', 'wave'],
      ['Signal Finch', 'Communication', 'bars'],
      ['Battery Badger', 'Tools', 'bolt'],
      ['QR Magpie', 'Shopping', 'tiles'],
      ['File Beaver', 'Productivity', 'book'],
      ['Clipboard Squirrel', 'Productivity', 'check'],
      ['Volume Otter', 'Music & Audio', 'music'],
    ],
  },
  {
    accountName: 'Hollowbrook Labs',
    prefix: 'com.hollowbrook',
    owner: 'ingrid',
    apps: [
      ['Stillwater Meditation', 'Health & Fitness', 'wave'],
      ['Stride Ledger', 'Health & Fitness', 'bars'],
      ['Morning Stretch', 'Health & Fitness', 'sun'],
      ['Glass of Water', 'Health & Fitness', 'drop'],
      ['Sleep Lantern', 'Health & Fitness', 'moon'],
      ['Pulse Notebook', 'Medical', 'heart'],
      ['Run Club Diary', 'Sports', 'flag'],
      ['Allotment Almanac', 'House & Home', 'leaf'],
    ],
  },
  {
    accountName: 'Nine Herons',
    prefix: 'com.nineherons',
    owner: 'haruka',
    apps: [
      ['Alphabet Orchard', 'Education', 'leaf'],
      ['Times Table Trek', 'Games: Educational', 'compass'],
      ['Birdsong Trainer', 'Education', 'music'],
      ['Kana Garden', 'Education', 'book'],
      ['Atlas for Little Hands', 'Parenting', 'pin'],
      ['Star Map Junior', 'Education', 'star'],
    ],
  },
  {
    accountName: 'Windrow Weather',
    prefix: 'com.windrow',
    owner: 'lukas',
    apps: [
      ['Dewpoint', 'Weather', 'drop'],
      ['Squall Watch', 'Weather', 'cloud'],
      ['Monsoon Radar', 'Weather', 'compass'],
      ['Frost Alert', 'Weather', 'star'],
      ['Tide & Moon', 'Maps & Navigation', 'moon'],
    ],
  },
  {
    accountName: 'Marigold Lane',
    prefix: 'com.marigoldlane',
    owner: 'amara.n',
    apps: [
      ['Wallpaper Loom', 'Personalization', 'gem'],
      ['Ringtone Meadow', 'Personalization', 'music'],
      ['Horoscope Lamp', 'Entertainment', 'moon'],
    ],
  },
  {
    accountName: 'Copperleaf Media',
    prefix: 'com.copperleaf',
    owner: deletedOwner,
    apps: [
      ['Shutter Moth', 'Photography', 'camera'],
      ['Reel Lantern', 'Video Players & Editors', 'play'],
      ['Collage Barn', 'Photography', 'tiles'],
    ],
  },
];

/** Country lists as somebody would type them. */
export const countryLists = [
  'India, United States, United Kingdom',
  'IN',
  'Germany,Austria,Switzerland',
  'US,CA',
  'Brazil, Portugal',
  'Indonesia,Malaysia,Philippines,Vietnam',
  'Japan',
  'Norway,Sweden,Denmark,Finland,Iceland',
  'Nigeria,Ghana,Kenya,SouthAfrica',
  'ES,MX,AR,CO,CL,PE',
];

export const notes = {
  live: [
    'Banner 2 is only shown on tablets.',
    'Mediation test is running until the end of the quarter.\nAsk before changing the native units.',
    'Interstitials at most every 90 seconds.',
    'Second listing for the lite version is planned.',
    'Reward 1 doubles the coins, reward 2 revives.',
  ],
  develop: ['Closed test with 20 people.', 'Waiting for the store review.', 'Needs a new icon.'],
  suspend: [
    'Suspended: the store asks for a new privacy policy.',
    'Taken down for accidental clicks; appeal sent.',
  ],
};
