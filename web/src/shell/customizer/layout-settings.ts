/** Every control of the customizer and its values, in the order they are shown (spec, section 2 "Shell"). */
export const layoutChoices = {
  layoutType: ['vertical', 'horizontal', 'twocolumn', 'semibox'],
  layoutModeType: ['light', 'dark'],
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

export type ColorScheme = LayoutChoice<'layoutModeType'>;

/** What the user chose; a narrow window may show something else. */
export type LayoutSettings = { [C in LayoutControl]: LayoutChoice<C> } & {
  /** The colour scheme was chosen. Until then it is that of the system, and is not stored. */
  modeChosen: boolean;
  /** The small hover sidebar is kept open. */
  sidebarPinned: boolean;
  /** The panel of the two-column layout is hidden. */
  panelFolded: boolean;
};

/** The defaults (spec, section 9). A system with a dark colour scheme has `layoutModeType` dark. */
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
  modeChosen: false,
  sidebarPinned: false,
  panelFolded: false,
};

/**
 * Reads stored settings. Each field that is missing or unknown gets its default; so do all if the text is no JSON.
 * `preferred`: the colour scheme of the system.
 */
export function parseLayout(text: string | null, preferred: ColorScheme): LayoutSettings {
  const stored = objectIn(text);
  const choices = Object.entries(layoutChoices).flatMap(([control, values]) => {
    const value = stored[control];
    return (values as readonly unknown[]).includes(value) ? [[control, value]] : [];
  });
  const chosen = Object.fromEntries(choices);
  return {
    ...defaultLayout,
    layoutModeType: preferred,
    ...chosen,
    modeChosen: 'layoutModeType' in chosen,
    sidebarPinned: stored.sidebarPinned === true,
    panelFolded: stored.panelFolded === true,
  };
}

/** The settings as they are stored: without the colour scheme while it is that of the system. */
export function storedLayout({ modeChosen, layoutModeType, ...rest }: LayoutSettings): string {
  return JSON.stringify(modeChosen ? { layoutModeType, ...rest } : rest);
}

function objectIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
