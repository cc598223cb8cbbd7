import type { LayoutChoice, LayoutControl, LayoutSettings } from './layout-settings.ts';

/** The three bands of the window: from 1025 px, 768 to 1024 px, below 768 px (spec, section 9). */
export type Band = 'wide' | 'middle' | 'narrow';

/** The effect of the menu toggle in this window; forgotten when the band changes, and never stored. */
export type LayoutView = {
  /** Middle band: the user has enlarged the small sidebar, or opened the two-column panel. */
  expanded: boolean;
  /** Whether the sidebar lies over the page, or the horizontal menu is opened as a column. */
  open: boolean;
};

export const restingView: LayoutView = { expanded: false, open: false };

/** The least width of a band in CSS pixels. */
const least = { wide: 1025, middle: 768 };

/** Media queries for a window of at least the wide and of at least the middle band. */
export const bandQueries = {
  wide: `(width >= ${least.wide}px)`,
  middle: `(width >= ${least.middle}px)`,
};

/** Returns the band of a window this many CSS pixels wide. */
export function bandOf(width: number): Band {
  if (width >= least.wide) return 'wide';
  return width >= least.middle ? 'middle' : 'narrow';
}

/** Tells whether the customizer offers a control for these settings (spec, section 2 "Shell"). */
export function isOffered(control: LayoutControl, settings: LayoutSettings): boolean {
  const { layoutType, sidebarVisibilitytype } = settings;
  const ownSidebar =
    layoutType === 'vertical' || (layoutType === 'semibox' && sidebarVisibilitytype === 'show');
  switch (control) {
    case 'sidebarVisibilitytype':
      return layoutType === 'semibox';
    case 'layoutWidth':
    case 'layoutPosition':
      return layoutType === 'vertical' || layoutType === 'horizontal';
    case 'sidebarSize':
    case 'sidebarView':
      return ownSidebar;
    case 'sidebarColor':
    case 'sidebarImage':
      return ownSidebar || layoutType === 'twocolumn';
    default:
      return true;
  }
}

/** Returns the settings after one choice, with its side effects: Fluid makes the sidebar lg, Boxed sm-hover. */
export function choose<C extends LayoutControl>(
  settings: LayoutSettings,
  control: C,
  value: LayoutChoice<C>,
): LayoutSettings {
  const chosen: LayoutSettings = { ...settings, [control]: value };
  if (control === 'layoutWidth') chosen.sidebarSize = value === 'boxed' ? 'sm-hover' : 'lg';
  if (control === 'layoutWidth' || control === 'sidebarSize') chosen.sidebarPinned = false;
  return chosen;
}

export type ShownLayout = {
  layout: LayoutChoice<'layoutType'>;
  size: LayoutChoice<'sidebarSize'> | 'sm-hover-active';
  /** Two-column: the panel beside the rail. */
  panel: 'show' | 'folded';
};

/** Returns the layout that a window of this width shows (spec, section 2 "Responsive rule"); the settings do not change. */
export function shownLayout(settings: LayoutSettings, view: LayoutView, band: Band): ShownLayout {
  const { layoutType, sidebarSize, sidebarPinned, panelFolded } = settings;
  if (band === 'narrow') {
    const layout = layoutType === 'twocolumn' ? 'vertical' : layoutType;
    return { layout, size: 'lg', panel: 'folded' };
  }
  // A drawer lies over the page and takes no space from it, so it shows its labels.
  if (toggleOf(settings, band) === 'drawer') {
    return { layout: layoutType, size: 'lg', panel: 'folded' };
  }
  if (band === 'middle') {
    return {
      layout: layoutType,
      size: view.expanded ? 'lg' : 'sm',
      panel: view.expanded ? 'show' : 'folded',
    };
  }
  return {
    layout: layoutType,
    size: sidebarSize === 'sm-hover' && sidebarPinned ? 'sm-hover-active' : sidebarSize,
    panel: panelFolded ? 'folded' : 'show',
  };
}

/** Returns what the menu toggle does here; `none`: there is nothing to toggle, and the button is not shown. */
export function toggleOf(
  settings: LayoutSettings,
  band: Band,
): 'none' | 'size' | 'panel' | 'expand' | 'column' | 'drawer' {
  const { layoutType, sidebarVisibilitytype } = settings;
  if (layoutType === 'horizontal') return band === 'wide' ? 'none' : 'column';
  if (band === 'narrow') return 'drawer';
  // When the sidebar is hidden, the menu opens over the page.
  if (layoutType === 'semibox' && sidebarVisibilitytype === 'hide') return 'drawer';
  if (band === 'middle') return 'expand';
  return layoutType === 'twocolumn' ? 'panel' : 'size';
}

/** Tells whether the menu is unfolded, in the sense of its toggle: this is the button's `aria-expanded`. */
export function isUnfolded(settings: LayoutSettings, view: LayoutView, band: Band): boolean {
  switch (toggleOf(settings, band)) {
    case 'none':
      return true;
    case 'size':
      return settings.sidebarSize === 'lg';
    case 'panel':
      return !settings.panelFolded;
    case 'expand':
      return view.expanded;
    case 'column':
    case 'drawer':
      return view.open;
  }
}

/** Returns settings and view after a press of the menu toggle (spec, section 2 "Menu toggle"). */
export function toggled(
  settings: LayoutSettings,
  view: LayoutView,
  band: Band,
): { settings: LayoutSettings; view: LayoutView } {
  switch (toggleOf(settings, band)) {
    case 'none':
      return { settings, view };
    case 'size': {
      const size = settings.sidebarSize === 'lg' ? 'sm' : 'lg';
      return { settings: choose(settings, 'sidebarSize', size), view };
    }
    case 'panel':
      return { settings: { ...settings, panelFolded: !settings.panelFolded }, view };
    case 'expand':
      return { settings, view: { ...view, expanded: !view.expanded } };
    case 'column':
    case 'drawer':
      return { settings, view: { ...view, open: !view.open } };
  }
}
