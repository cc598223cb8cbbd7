import type { Batch } from '@adwarden/contract/batches/batches';
import { useMutation } from '@tanstack/react-query';
import type { Role } from '../../lib/role.ts';
import { useSelectionState } from '../../ui/data-table/row-selection.tsx';
import type { SelectableList } from '../../ui/data-table/selection-store.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import type { BulkAction } from './bar/bulk-actions.ts';
import { SelectionBar } from './bar/selection-bar.tsx';
import { previewChange } from './batches.api.ts';
import type { Exportable } from './files/export-dialog.tsx';
import { exportOfApps } from './files/exports.ts';
import type { UseOwners } from './forms/owner-form.tsx';
import { idsToPause } from './ids-to-pause.ts';
import { ChangeForms, PreviewDialog } from './lazy-dialogs.ts';
import { OpenedExport, OpenedProgress } from './opened-dialogs.tsx';
import { type AskedBatch, type Picked, type Previewed, pickedIn } from './picked.ts';

/** The things that the other features give to bulk work. */
type BulkDeps = {
  of: Role;
  categories: readonly string[];
  useOwners: UseOwners;
  /** Asks to pause one application. */
  onPauseOne: (app: { appID: string; appName: string }) => void;
  /** Asks to pause several. */
  onPauseSome: (appIDs: string[]) => void;
};

type Props = BulkDeps & { list: SelectableList };

/** The bar above a list for what is selected in it, and all dialogs of its actions (ADR 40). */
export function BulkWork({ of: role, list, onPauseOne, onPauseSome, ...deps }: Props) {
  const { selection } = list;
  const state = useSelectionState(selection);
  const form = useDialog<{ action: BulkAction; picked: Picked }>();
  const exporting = useDialog<Exportable>();
  const preview = useDialog<Previewed>();
  const progress = useDialog<Batch>();
  const direct = useMutation({ mutationFn: previewChange });
  const pausing = useMutation({ mutationFn: idsToPause, onSuccess: onPauseSome });

  /** Previews a change that needs no form, at once. */
  function previewNow({ select }: Picked, change: AskedBatch['change']): void {
    direct.mutate(
      { select, change },
      {
        onSuccess: preview.open,
      },
    );
  }

  function started(batch: Batch): void {
    preview.close();
    form.close();
    selection.setOn(false);
    progress.open(batch);
  }

  function act(action: BulkAction): void {
    const picked = { ...pickedIn(state), sort: list.sort };
    if (action === 'export') return exporting.open(exportOfApps(picked));
    if (action === 'delete') return previewNow(picked, { delete: true });
    if (action !== 'pause') return form.open({ action, picked });
    const [only] = state.ids;
    if (state.ids.size === 1 && only !== undefined)
      onPauseOne({ appID: only, appName: list.nameOf(only) });
    else pausing.mutate(picked);
  }

  return (
    <>
      {state.isOn && (
        <SelectionBar
          role={role}
          list={list}
          state={state}
          busy={direct.isPending || pausing.isPending}
          onAction={act}
        />
      )}
      {form.about && (
        <ChangeForms
          key={`form ${form.visit}`}
          {...deps}
          role={role}
          {...form.about}
          opened={form.opened}
          onClose={form.close}
          onPreviewed={preview.open}
          onStarted={started}
        />
      )}
      {preview.about && (
        <PreviewDialog
          key={`preview ${preview.visit}`}
          opened={preview.opened}
          previewed={preview.about}
          onClose={preview.close}
          onStarted={started}
        />
      )}
      <OpenedExport dialog={exporting} />
      <OpenedProgress dialog={progress} />
    </>
  );
}
