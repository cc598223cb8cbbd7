import type { App, AppInList } from '@adwarden/contract/apps';
import { createContext, use } from 'react';

/** The actions of a row that the page brings, because they belong to other features. */
export type PageActions = {
  onTraffic: (app: App) => void;
  /** Makes several copies. */
  onCopies: (app: App) => void;
  /** Asks to pause the ads of one app. */
  onPause: (app: App) => void;
  /** Shows the entries of an app in the log. */
  onHistory: (app: App) => void;
  /** Shows the app-ads.txt of an account; administrators only. */
  onAppAds?: (accountName: string) => void;
};

/** The actions of a row; those that the user may not do are absent. */
export type AppActions = PageActions & {
  /** Opens the page of an app. */
  onOpen: (app: App) => void;
  onEdit: (app: App) => void;
  onDuplicate: (app: App) => void;
  onConnect: (app: App) => void;
  onRotate: (app: App) => void;
  onTest: (app: App) => void;
  onDelete?: ((app: AppInList) => void) | undefined;
};

/** The actions for the cells of a list of apps. The value must stay the same (`useStable`), or every row renders again. */
export const AppActionsContext = createContext<AppActions | null>(null);

export function useAppActions(): AppActions {
  const actions = use(AppActionsContext);
  if (!actions) throw new Error('Rows of apps need their actions (AppActionsContext)');
  return actions;
}
