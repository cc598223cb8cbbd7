import { PasswordInput, type PasswordInputProps } from '@mantine/core';

type Props = Omit<PasswordInputProps, 'autoComplete'> & {
  /** Tells the browser's keeper of passwords whether it may offer one. */
  autoComplete: 'current-password' | 'new-password' | 'off';
};

/** A password with its show/hide toggle, which the keyboard reaches (spec, section 2). */
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
