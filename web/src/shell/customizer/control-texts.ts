import type { LayoutChoice, LayoutControl } from './layout-settings.ts';

/** The words of the customizer (spec, section 2 "Theme customizer"). */
export const controlTexts: {
  [C in LayoutControl]: { title: string; values: Record<LayoutChoice<C>, string> };
} = {
  layoutType: {
    title: 'Layout type',
    values: {
      vertical: 'Vertical',
      horizontal: 'Horizontal',
      twocolumn: 'Two column',
      semibox: 'Semibox',
    },
  },
  layoutModeType: {
    title: 'Color scheme',
    // The third is not of the spec.
    values: { light: 'Light', dark: 'Dark', system: 'As the system' },
  },
  sidebarVisibilitytype: { title: 'Sidebar visibility', values: { show: 'Show', hide: 'Hidden' } },
  layoutWidth: { title: 'Layout width', values: { fluid: 'Fluid', boxed: 'Boxed' } },
  layoutPosition: {
    title: 'Layout position',
    values: { fixed: 'Fixed', scrollable: 'Scrollable' },
  },
  topbarColor: { title: 'Topbar color', values: { light: 'Light', dark: 'Dark' } },
  sidebarSize: {
    title: 'Sidebar size',
    values: {
      lg: 'Default',
      md: 'Compact',
      sm: 'Small (Icon View)',
      'sm-hover': 'Small Hover View',
    },
  },
  sidebarView: { title: 'Sidebar view', values: { default: 'Default', detached: 'Detached' } },
  sidebarColor: {
    title: 'Sidebar color',
    values: {
      light: 'Light',
      dark: 'Dark',
      gradient: 'Gradient 1',
      'gradient-2': 'Gradient 2',
      'gradient-3': 'Gradient 3',
      'gradient-4': 'Gradient 4',
    },
  },
  sidebarImage: {
    title: 'Sidebar image',
    values: {
      none: 'None',
      'img-1': 'Image 1',
      'img-2': 'Image 2',
      'img-3': 'Image 3',
      'img-4': 'Image 4',
    },
  },
  preloader: { title: 'Preloader', values: { enable: 'Enable', disable: 'Disable' } },
};
