import { expect, it } from 'vitest';
import { adminSchema, formValuesOf } from './admin-form-values.ts';

const names = { fullName: 'Nia Quay', email: 'nia@example.com' };

it('a new administrator gets an invitation, or a password that is made here', () => {
  const values = { ...formValuesOf(null), ...names };
  expect(adminSchema(null).parse(values)).toEqual({ ...names, role: 'admin', invite: true });
  const sent = adminSchema(null).parse({ ...values, way: 'password' });
  expect(sent).toEqual({ ...names, role: 'admin', password: expect.any(String) });
});

it('a form without names has a message for each', () => {
  const messages = adminSchema(null).safeParse(formValuesOf(null)).error?.issues;
  expect(messages?.map(({ message }) => message)).toEqual([
    'Please Enter Email',
    'Please Enter Full Name',
  ]);
});
