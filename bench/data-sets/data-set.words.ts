/*
 * Words for the names of the apps in a data set. One is rare (5 apps of 100,000), one is common (one app in ten), and
 * the search for two letters uses the first letters of another one.
 */

export const searched = {
  rare: 'xylograph',
  common: 'photo',
  /** This word is in every package name. */
  everywhere: 'com',
  twoLetters: 'st',
  /** A first name of owners: two in a hundred. */
  owner: 'philippa',
} as const;

export const firsts = [
  'Star',
  'Silent',
  'Stone',
  'Paper',
  'River',
  'Amber',
  'Rapid',
  'Little',
].concat(
  ['Cloud', 'Velvet', 'Copper', 'Lucky', 'Polar', 'Summer', 'Wild', 'Golden', 'Quiet', 'Crimson'],
  ['Daily', 'Pocket', 'Hidden', 'Magic', 'Urban', 'Royal', 'Simple', 'Electric', 'Mellow', 'Brave'],
);

export const seconds = [
  'Garden',
  'Runner',
  'Notes',
  'Compass',
  'Kitchen',
  'Puzzle',
  'Radio',
].concat(
  ['Weather', 'Planner', 'Castle', 'Diary', 'Racer', 'Budget', 'Quiz', 'Recorder', 'Scanner'],
  ['Keyboard', 'Cards', 'Fitness', 'Translator', 'Library', 'Camera', 'Farm', 'Battle', 'Clock'],
);

export const thirds = ['', '', '', 'Pro', 'Lite', '2', '3D', 'Plus', 'Go', 'Studio', 'Kids'];

export const accounts = [
  'Lanternfield',
  'Quillmoor',
  'Tidewrack',
  'Pebblewick',
  'Hollowbrook',
].concat([
  'Nine Herons',
  'Saltmarsh',
  'Copperleaf',
  'Windrow',
  'Oldharbour',
  'Farrowgate',
  'Mossbank',
]);

export const people = {
  first: ['Philippa', 'Anders', 'Bruna', 'Chidi', 'Dalia', 'Emre', 'Farah', 'Goran', 'Hana'].concat(
    ['Ivo', 'Jun', 'Katya', 'Leila', 'Mateo', 'Nadia', 'Oskar', 'Priya', 'Quentin', 'Rosa', 'Sami'],
    ['Tuva', 'Ugo', 'Vera', 'Wanda', 'Xiomara', 'Yusuf', 'Zofia', 'Aino', 'Bela', 'Cora', 'Dario'],
    ['Elif', 'Finn', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kofi', 'Lena', 'Milo', 'Nora', 'Omar'],
    ['Petra', 'Remy', 'Sven', 'Tara', 'Uma', 'Viktor', 'Willa', 'Yara'],
  ),
  last: [
    'Lindqvist',
    'Okafor',
    'Marchetti',
    'Yilmaz',
    'Sorensen',
    'Castellan',
    'Nakagawa',
    'Brandt',
  ],
};

export const countries = ['IN', 'US', 'BR', 'ID', 'DE', 'FR', 'MX', 'NG', 'TR', 'VN', 'JP', 'EG'];
