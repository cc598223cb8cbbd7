import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { hintDelay, motion } from '../lib/delays.ts';

/** Indigo-blue, the one accent: shade 6 is `--accent` of tokens.css. */
const accent = [
  '#edf0ff',
  '#e1e6ff',
  '#c6cffd',
  '#a9b6fb',
  '#8392f4',
  '#5465e3',
  '#4a5bdb',
  '#3d4bbf',
  '#333f9c',
  '#2c367b',
] as const;

/** Greys with a touch of blue. */
const gray = [
  '#f5f6f9',
  '#f1f3f7',
  '#e4e7ee',
  '#d0d5df',
  '#b4bcca',
  '#848da0',
  '#667085',
  '#566073',
  '#323a49',
  '#1d2430',
] as const;

const dark = [
  '#e3e7ef',
  '#b7c0cf',
  '#a0a9ba',
  '#6b7690',
  '#353e4e',
  '#272e3b',
  '#1f2530',
  '#181d26',
  '#10141b',
  '#0c1017',
] as const;

const sans = 'var(--font-sans)';
const popover = { zIndex: 'var(--z-popover)', shadow: 'md' };
const modal = {
  zIndex: 'var(--z-modal)',
  radius: 'lg',
  transitionProps: { transition: 'fade', duration: motion.fast },
} as const;

/** Mantine's theme with our tokens: text of 14 px, one accent, the layers `--z-…`, times of the spec (section 9). */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 5 },
  colors: { accent, gray, dark },
  black: '#1d2430',
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: sans,
  fontFamilyMonospace: 'var(--font-mono)',
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '1.3' },
      h2: { fontSize: '20px', lineHeight: '1.35' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
      h4: { fontSize: '14px', lineHeight: '1.45' },
    },
  },
  fontWeights: { medium: '500', bold: '600' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  shadows: {
    xs: 'var(--shadow-sm)',
    sm: 'var(--shadow-sm)',
    md: 'var(--shadow-md)',
    lg: 'var(--shadow-lg)',
    xl: 'var(--shadow-lg)',
  },
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
    },
    Popover: { defaultProps: popover },
    Menu: { defaultProps: popover },
    HoverCard: { defaultProps: popover },
    Combobox: { defaultProps: popover },
    Tooltip: {
      defaultProps: {
        zIndex: 'var(--z-popover)',
        openDelay: hintDelay,
        withArrow: true,
        // Inside a landmark, where all content of a page should be.
        portalProps: { target: 'main' },
      },
    },
    Drawer: {
      defaultProps: {
        zIndex: 'var(--z-drawer)',
        transitionProps: { duration: motion.slow },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Modal: {
      defaultProps: {
        ...modal,
        padding: 'lg',
        overlayProps: { transitionProps: { duration: 100 } },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // A modal that is built from its parts does not read the defaults of `Modal`.
    ModalRoot: { defaultProps: modal },
    ModalOverlay: { defaultProps: { transitionProps: { duration: 100 } } },
    ModalCloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // Mantine uses <header>, which would be a second banner landmark of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    DrawerHeader: { defaultProps: { role: 'none' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Collapse: { defaultProps: { transitionDuration: motion.collapse } },
  },
});

/** Mantine's own colour variables, set to those of tokens.css, which alone decides both schemes. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-muted)',
    '--mantine-color-placeholder': 'var(--placeholder)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--danger-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--surface-hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border-control)',
    '--mantine-color-disabled': 'var(--disabled)',
    '--mantine-color-disabled-color': 'var(--on-disabled)',
    '--mantine-color-disabled-border': 'var(--border)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-light': 'var(--accent-soft)',
    '--mantine-color-accent-light-hover': 'var(--accent-soft-hover)',
    '--mantine-color-accent-light-color': 'var(--accent-text)',
    '--mantine-color-accent-text': 'var(--accent-text)',
    '--mantine-color-red-filled': 'var(--danger)',
    '--mantine-color-red-filled-hover': 'var(--danger-hover)',
    '--mantine-color-red-light': 'var(--danger-soft)',
    '--mantine-color-red-light-color': 'var(--danger-text)',
    '--mantine-color-red-text': 'var(--danger-text)',
    '--mantine-color-green-light': 'var(--success-soft)',
    '--mantine-color-green-light-color': 'var(--success-text)',
    '--mantine-color-green-text': 'var(--success-text)',
    '--mantine-color-yellow-light': 'var(--warning-soft)',
    '--mantine-color-yellow-light-color': 'var(--warning-text)',
    '--mantine-color-yellow-text': 'var(--warning-text)',
    '--mantine-color-gray-light': 'var(--neutral-soft)',
    '--mantine-color-gray-light-color': 'var(--neutral-text)',
  };
  return { variables: {}, light: both, dark: both };
};
