import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { useLimit } from './too-long.ts';

type Limited<Props, Element> = Omit<Props, 'maxLength' | 'ref'> & {
  /** The maximum length of the text. A longer one stays, and the field says by how much it is too long. */
  limit: number;
  ref?: Ref<Element> | undefined;
};

/** A text of one line. */
export function TextField({ limit, ...rest }: Limited<TextInputProps, HTMLInputElement>) {
  return <TextInput {...rest} {...useLimit(limit, rest)} />;
}

/** A text of several lines. */
export function TextArea({ limit, ...rest }: Limited<TextareaProps, HTMLTextAreaElement>) {
  return <Textarea {...rest} {...useLimit(limit, rest)} />;
}
