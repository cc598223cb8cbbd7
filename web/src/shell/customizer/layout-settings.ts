/** Every control of the customizer and its values, in the order they are shown (spec, section 2 "Shell"). */
export const layoutChoices = {
  layoutType: ['vertical', 'horizontal', 'twocolumn', 'semibox'],
  layoutModeType: ['light', 'dark', 'system'],
  sidebarVisibilitytype: ['show', 'hide'],
  layoutWidth: ['fluid', 'boxed'],
  layoutPosition: ['fixed', 'scrollable'],
  topbarColor: ['light', 'dark'],
  sidebarSize: ['lg', 'md', 'sm', 'sm-hover'],
  sidebarView: ['default', 'detached'],
  sidebarColor: ['light', 'dark', 'gradient', 'gradient-2', 'gradient-3', 'gradient-4'],
  sidebarImage: ['none', 'img-1', 'img-2', 'img-3', 'img-4'],
  preloader: ['enable', 'disable'],
} as const;

export type LayoutControl = keyof typeof layoutChoices;
export type LayoutChoice<C extends LayoutControl> = (typeof layoutChoices)[C][number];

/** The colour scheme that a page shows; `system` is a choice, and shows one of these. */
export type ColorScheme = Exclude<LayoutChoice<'layoutModeType'>, 'system'>;

/** The settings that the user chose; a narrow window may show something else. */
export type LayoutSettings = { [C in LayoutControl]: LayoutChoice<C> } & {
  /** Whether the small hover sidebar is kept open. */
  sidebarPinned: boolean;
  /** Whether the panel of the two-column layout is hidden. */
  panelFolded: boolean;
};

/** The defaults (spec, section 9): light on every system, until somebody chooses. */
export const defaultLayout: LayoutSettings = {
  layoutType: 'vertical',
  layoutModeType: 'light',
  sidebarVisibilitytype: 'show',
  layoutWidth: 'fluid',
  layoutPosition: 'fixed',
  topbarColor: 'light',
  sidebarSize: 'lg',
  sidebarView: 'default',
  sidebarColor: 'dark',
  sidebarImage: 'none',
  preloader: 'disable',
  sidebarPinned: false,
  panelFolded: false,
};

/** Reads stored settings. Each field that is missing or unknown gets its default; so do all if the text is no JSON. */
export function parseLayout(text: string | null): LayoutSettings {
  const stored = objectIn(text);
  const choices = Object.entries(layoutChoices).flatMap(([control, values]) => {
    const value = stored[control];
    return (values as readonly unknown[]).includes(value) ? [[control, value]] : [];
  });
  return {
    ...defaultLayout,
    ...Object.fromEntries(choices),
    sidebarPinned: stored.sidebarPinned === true,
    panelFolded: stored.panelFolded === true,
  };
}

function objectIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
