import '../../lib/storage.ts';
import { useSyncExternalStore } from 'react';
import { ownKey } from '../../lib/base-path.ts';
import { layoutAttributes } from './layout-attributes.ts';
import {
  type Band,
  bandQueries,
  choose,
  type LayoutView,
  restingView,
  toggled,
} from './layout-rules.ts';
import {
  type ColorScheme,
  defaultLayout,
  type LayoutChoice,
  type LayoutControl,
  type LayoutSettings,
  parseLayout,
} from './layout-settings.ts';

const SETTINGS_KEY = ownKey('adwarden.layout');
/** Read by the inline script of index.html, which puts them on the root before the first paint. */
const ATTRIBUTES_KEY = ownKey('adwarden.layout.attributes');

export type LayoutState = {
  settings: LayoutSettings;
  view: LayoutView;
  band: Band;
  /** The colour scheme that the choice means on this system. */
  scheme: ColorScheme;
};

/**
 * Holds the state of the layout. It keeps the settings in local storage and is the only writer of the root's attributes.
 * While it has listeners, it follows the width of the window, the settings of other tabs and the colour scheme of the
 * system.
 */
function createLayoutStore(page: Window) {
  const wide = page.matchMedia(bandQueries.wide);
  const middle = page.matchMedia(bandQueries.middle);
  const dark = page.matchMedia('(prefers-color-scheme: dark)');
  const listeners = new Set<() => void>();
  let state = withScheme({
    settings: parseLayout(read(page, SETTINGS_KEY)),
    view: restingView,
    band: bandNow(),
  });
  writeAttributes(page, state);

  function bandNow(): Band {
    if (wide.matches) return 'wide';
    return middle.matches ? 'middle' : 'narrow';
  }

  function withScheme(rest: Omit<LayoutState, 'scheme'>): LayoutState {
    const { layoutModeType } = rest.settings;
    const system = dark.matches ? 'dark' : 'light';
    return { ...rest, scheme: layoutModeType === 'system' ? system : layoutModeType };
  }

  function become(next: Omit<LayoutState, 'scheme'>) {
    state = withScheme(next);
    writeAttributes(page, state);
    for (const listener of listeners) listener();
  }

  function keep(settings: LayoutSettings, view = state.view) {
    if (settings !== state.settings) write(page, SETTINGS_KEY, JSON.stringify(settings));
    become({ ...state, settings, view });
  }

  function onResize() {
    const band = bandNow();
    if (band !== state.band) become({ ...state, band, view: restingView });
  }

  function onScheme() {
    if (withScheme(state).scheme !== state.scheme) become(state);
  }

  function onStorage(event: StorageEvent) {
    if (event.key === SETTINGS_KEY || event.key === null) {
      become({ ...state, settings: parseLayout(event.newValue) });
    }
  }

  function listen(on: boolean) {
    const change = on ? 'addEventListener' : 'removeEventListener';
    wide[change]('change', onResize);
    middle[change]('change', onResize);
    dark[change]('change', onScheme);
    page[change]('storage', onStorage as EventListener);
    if (on) {
      onResize();
      onScheme();
    }
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      if (listeners.size === 0) listen(true);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) listen(false);
      };
    },
    choose<C extends LayoutControl>(control: C, value: LayoutChoice<C>) {
      keep(choose(state.settings, control, value));
    },
    /** Pins or unpins the small hover sidebar. */
    pin(sidebarPinned: boolean) {
      keep({ ...state.settings, sidebarPinned });
    },
    toggleMenu() {
      const next = toggled(state.settings, state.view, state.band);
      keep(next.settings, next.view);
    },
    /** Closes the sidebar that is over the page, or the column of the horizontal menu. */
    closeMenu() {
      if (state.view.open) become({ ...state, view: { ...state.view, open: false } });
    },
    reset() {
      keep(defaultLayout, restingView);
    },
  };
}

function writeAttributes(page: Window, { settings, view, band, scheme }: LayoutState) {
  const attributes = layoutAttributes(settings, view, band, scheme);
  const root = page.document.documentElement;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) root.removeAttribute(name);
    else root.setAttribute(name, value);
  }
  const atRest = layoutAttributes(settings, restingView, band, scheme);
  const present = Object.entries(atRest).filter(([, value]) => value !== null);
  // With `system`, the script asks the system at the next start: its scheme may have changed by then.
  const stored = { ...Object.fromEntries(present), 'data-color-scheme': settings.layoutModeType };
  write(page, ATTRIBUTES_KEY, JSON.stringify(stored));
}

// Reads a stored text. Storage may be full; then the layout is kept only until the page is closed.
function read(page: Window, key: string): string | null {
  try {
    return page.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(page: Window, key: string, value: string) {
  try {
    page.localStorage.setItem(key, value);
  } catch {}
}

export const layoutStore = createLayoutStore(window);

/** Returns the current layout; the component renders again when it changes. */
export function useLayout(): LayoutState {
  return useSyncExternalStore(layoutStore.subscribe, layoutStore.state);
}
