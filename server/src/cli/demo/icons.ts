import sharp from 'sharp';

/** Pictures of 100 × 100 units, as SVG paths: filled areas and lines. */
const glyphs = {
  lines: { line: 'M28 34H72M28 50H72M28 66H56' },
  check: { line: 'M27 52L44 69L75 33' },
  wave: { line: 'M18 40q11-14 21 0t21 0t21 0M18 60q11-14 21 0t21 0t21 0' },
  music: { line: 'M41 68V31L71 25V62', fill: dot(33, 68, 9) + dot(63, 62, 9) },
  flag: { line: 'M33 20V82', fill: 'M33 21H75L64 36L75 51H33Z' },
  compass: { line: ring(50, 50, 31), fill: 'M64 36L56 56L36 64L44 44Z' },
  sun: { fill: dot(50, 50, 16), line: rays(50, 50, 25, 33) },
  star: { fill: 'M50 18L60 41L84 43L66 59L71 83L50 70L29 83L34 59L16 43L40 41Z' },
  drop: { fill: 'M50 17C50 17 26 46 26 60a24 24 0 0 0 48 0C74 46 50 17 50 17Z' },
  heart: { fill: 'M50 80L22 51a17 17 0 0 1 28-21a17 17 0 0 1 28 21Z' },
  bolt: { fill: 'M57 15L28 56H47L42 85L72 42H53Z' },
  moon: { fill: 'M60 19a32 32 0 1 0 21 43a27 27 0 0 1-21-43Z' },
  leaf: { fill: 'M26 74C20 38 44 21 80 22C82 58 62 82 33 73L22 84L19 81Z' },
  book: {
    fill: 'M48 31C41 23 28 23 19 26V73C28 70 41 70 48 77ZM52 31C59 23 72 23 81 26V73C72 70 59 70 52 77Z',
  },
  camera: { fill: 'M20 34H36L42 25H58L64 34H80V74H20ZM50 41a12 12 0 1 0 .1 0Z' },
  cup: {
    fill: 'M25 36H65V60a14 14 0 0 1-14 14H39a14 14 0 0 1-14-14Z',
    line: 'M66 43h4a8 8 0 0 1 0 16h-4',
  },
  pin: {
    fill: 'M50 16a25 25 0 0 0-25 25C25 59 50 85 50 85S75 59 75 41a25 25 0 0 0-25-25ZM50 31a9 9 0 1 1-.1 0Z',
  },
  bars: { fill: 'M23 54h14v24h-14ZM43 38h14v40h-14ZM63 22h14v56h-14Z' },
  gem: { fill: 'M32 26H68L84 44L50 80L16 44Z' },
  tiles: { fill: 'M24 24h23v23h-23ZM53 24h23v23h-23ZM24 53h23v23h-23ZM53 53h23v23h-23Z' },
  play: { fill: 'M36 24L79 50L36 76Z' },
  cloud: { fill: 'M30 72a17 17 0 0 1 1-34a21 21 0 0 1 40-2a18 18 0 0 1 0 36Z' },
} satisfies Record<string, { fill?: string; line?: string }>;

export type GlyphName = keyof typeof glyphs;

function ring(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;
}

function dot(x: number, y: number, radius: number): string {
  return ring(x, y, radius);
}

function rays(x: number, y: number, from: number, to: number): string {
  return Array.from({ length: 8 }, (_, index) => {
    const [along, across] = [Math.cos((index * Math.PI) / 4), Math.sin((index * Math.PI) / 4)];
    const at = (radius: number) => `${x + along * radius} ${y + across * radius}`;
    return `M${at(from)}L${at(to)}`;
  }).join('');
}

/**
 * Draws an app icon as PNG: a white picture on a gradient; `hue` in degrees. It has no text, because a machine may have no
 * fonts.
 */
export function drawIcon(glyph: GlyphName, hue: number): Promise<Buffer> {
  const { fill = '', line = '' }: { fill?: string; line?: string } = glyphs[glyph];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 100 100">
    <linearGradient id="ground" x2="1" y2="1">
      <stop stop-color="hsl(${hue}, 70%, 54%)"/>
      <stop offset="1" stop-color="hsl(${(hue + 40) % 360}, 72%, 34%)"/>
    </linearGradient>
    <rect width="100" height="100" fill="url(#ground)"/>
    <circle cx="14" cy="8" r="52" fill="#fff" opacity=".1"/>
    <path d="${fill}" fill="#fff" fill-rule="evenodd"/>
    <path d="${line}" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
