import { limits } from '@adwarden/contract/limits';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useLimit } from './too-long.ts';

type Props = Omit<PasswordInputProps, 'autoComplete' | 'maxLength'> & {
  /** Tells password managers whether to fill in, or to suggest, a password. */
  autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A password field; its show/hide button can be reached by keyboard (spec, section 2). */
export function PasswordField(props: Props) {
  return (
    <PasswordInput
      visibilityToggleFocusable
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      {...useLimit(limits.password.max, props)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    />
  );
}
