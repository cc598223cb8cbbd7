import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type Props = Omit<PasswordInputProps, 'autoComplete'> & {
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
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    />
  );
}
