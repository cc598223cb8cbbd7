import { describe, expect, it } from 'vitest';
import { searchFold } from './search-fold.ts';

/** Texts that are the same for a search. */
const same: [string, string[]][] = [
  ['zurich', ['Zürich', 'ZÜRICH', 'Zu\u0308rich', 'Ｚｕｒｉｃｈ', 'zurich', '𝐙𝐮𝐫𝐢𝐜𝐡']],
  ['istanbul', ['İstanbul', 'ıstanbul', 'ISTANBUL', 'i\u0307stanbul']],
  ['οδοσ', ['ΟΔΌΣ', 'οδός', 'οδοσ', 'ὁδὸς']],
  ['strasse', ['Straße', 'STRASSE', 'STRAẞE']],
  ['lodz', ['Łódź', 'ŁÓDŹ', 'lodz']],
  ['aeroskobing', ['Ærøskøbing', 'ÆRØSKØBING']],
  ['oeuvre', ['Œuvre', 'œuvre']],
  ['thordur', ['Þórður', 'ÞÓRÐUR']],
  ['da nang', ['Đà Nẵng', 'đà nẵng', 'Đà\u00a0Nẵng']],
  ['fine office', ['ﬁne oﬃce', 'FINE OFFICE']],
  ['елка', ['Ёлка', 'ЕЛКА', 'е\u0308лка']],
  ['иод', ['Йод', 'ИОД']],
  ['ガ', ['ガ', 'ｶﾞ', 'カ\u3099']],
  ['한국', ['한국', '\u1112\u1161\u11ab\u1100\u116e\u11a8']],
  ['საქართველო', ['ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ', 'საქართველო']],
  ['m2', ['m²', 'M2', 'ｍ２']],
];

/** Texts that a search tells apart: their marks make other letters or other words. */
const different: [string, string][] = [
  ['が', 'か'],
  ['हिन्दी', 'हनद'],
  ['กำ', 'กา'],
  ['أحمد', 'احمد'],
  ['שׂר', 'שר'],
  ['각', '가'],
  ['≠', '='],
];

describe('the fold of searches', () => {
  it.each(same)('is %s', (fold, texts) => {
    for (const text of texts) expect(searchFold(text), text).toBe(fold);
  });

  it.each(different)('tells %s from %s', (one, other) => {
    expect(searchFold(one)).not.toBe(searchFold(other));
  });

  it.each(['', ' ', '🎉 100% "a_b" \\ \'', 'مرحبا بالعالم', 'हिन्दी', 'ไทย'])('keeps %j', (text) => {
    expect(searchFold(text)).toBe(text);
  });

  it('is the same of a fold, and of a text in small letters', () => {
    const texts = Array.from({ length: 0x30000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => `a${String.fromCodePoint(code)}b`);
    const folds = texts.map(searchFold);
    const differs = (_: string, index: number) => {
      const fold = folds[index] as string;
      // PostgreSQL makes it of texts that are in lower case already.
      return (
        searchFold(fold) !== fold || searchFold((texts[index] as string).toLowerCase()) !== fold
      );
    };
    expect(texts.filter(differs)).toEqual([]);
  });

  it('takes no longer with a thousand times as many marks', () => {
    const began = process.threadCpuUsage().user;
    expect(searchFold(`a${'\u0301\u0323'.repeat(500_000)}b`)).toBe('ab');
    expect(searchFold(`ש${'\u05b0\u05c1'.repeat(500_000)}b`)).toHaveLength(32);
    expect(process.threadCpuUsage().user - began).toBeLessThan(2_000_000);
  });
});
