import { refuseUnknownMembers } from '../realm';
import type { ChartDraft } from './chart-draft';

/** A `ContainerInfo`: where the chart lies. */
export function createContainerInfo({ anchor }: ChartDraft): object {
  return refuseUnknownMembers('ContainerInfo', {
    toString: () => 'ContainerInfo',
    getAnchorRow: () => anchor.row,
    getAnchorColumn: () => anchor.column,
    getOffsetX: () => anchor.offsetX,
    getOffsetY: () => anchor.offsetY,
  });
}
