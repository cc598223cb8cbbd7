import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { app, type ChoiceOf, onOff, unsetChoices, valuesOfChoice } from './apps.ts';
import { choice, optionalText } from './fields.ts';

const form = {
  wanted: choice(onOff, 'Please Select Wanted', 'Wanted'),
  maybe: choice(onOff, 'Please Select Maybe', 'Maybe').optional(),
  note: optionalText({ label: 'Note', max: 5 }).optional(),
};

test('a choice that may be left out stays a choice', () => {
  expectTypeOf<ChoiceOf<typeof form>>().toEqualTypeOf<'wanted' | 'maybe'>();
  expect(valuesOfChoice(form.wanted)).toEqual(['on', 'off']);
  expect(valuesOfChoice(form.maybe)).toEqual(['on', 'off']);
  expect(valuesOfChoice(form.note)).toBeNull();
});

test('in answers every choice of an app is one of its values', () => {
  for (const [name, unset] of Object.entries(unsetChoices)) {
    const field = app.shape[name as keyof typeof unsetChoices];
    expect(field, name).toBeInstanceOf(z.ZodEnum);
    expect(field.safeParse(unset).success, name).toBe(true);
    expect(field.safeParse('').success, name).toBe(false);
  }
});
