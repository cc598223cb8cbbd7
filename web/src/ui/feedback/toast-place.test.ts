import { expect, test } from 'vitest';
import { coveredBy, type Obstacle, placeOfToasts } from './toast-place.ts';

const room = {
  window: { width: 1280, height: 800 },
  toasts: { width: 360, height: 60 },
  below: 70,
  fromBottom: false,
};

const obstacle = (
  [left, top, right, bottom]: [number, number, number, number],
  weight = 10,
): Obstacle => ({ left, top, right, bottom, weight });

test('toasts are at the top right when nothing is there', () => {
  const place = placeOfToasts({ ...room, obstacles: [] });
  expect(place).toEqual({ left: 904, top: 78, right: 1264, bottom: 138 });
});

test('on a phone they are at the bottom', () => {
  const place = placeOfToasts({
    ...room,
    window: { width: 390, height: 844 },
    toasts: { width: 358, height: 60 },
    fromBottom: true,
    obstacles: [],
  });
  expect(place.bottom).toBe(844 - 16);
});

test('they go to the first place where nothing acts', () => {
  const obstacles = [
    obstacle([1180, 90, 1250, 120]),
    obstacle([1000, 160, 1080, 190]),
    obstacle([950, 320, 1250, 350]),
  ];
  const place = placeOfToasts({ ...room, obstacles });
  expect(coveredBy(place, obstacles)).toBe(0);
  expect(place.left).toBe(904);
  expect(place.top).toBeGreaterThan(190);
  expect(place.bottom).toBeLessThan(320);
});

test('a full right side leads them to the middle', () => {
  const rows = Array.from({ length: 20 }, (_, row) =>
    obstacle([1200, 70 + row * 40, 1240, 100 + row * 40]),
  );
  const place = placeOfToasts({ ...room, obstacles: rows });
  expect(coveredBy(place, rows)).toBe(0);
  expect(place.left).toBe(460);
});

test('where everything acts, they cover what matters least', () => {
  const rows = Array.from({ length: 20 }, (_, row) =>
    obstacle([0, row * 40, 1280, row * 40 + 40], row === 15 ? 1 : row === 16 ? 3 : 100),
  );
  const place = placeOfToasts({ ...room, obstacles: rows });
  expect(place.top).toBeGreaterThanOrEqual(596);
  expect(place.bottom).toBeLessThanOrEqual(684);
});

test('more toasts than the window is high begin at its top', () => {
  const place = placeOfToasts({ ...room, toasts: { width: 360, height: 900 }, obstacles: [] });
  expect(place.top).toBe(0);
});
