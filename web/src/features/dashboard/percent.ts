/** A part of the whole in percent; what is there never shows as 0 %, what is missing never as 100 %. */
export function percent(part: number, whole: number): number {
  if (part === 0 || whole === 0) return 0;
  if (part === whole) return 100;
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)));
}
