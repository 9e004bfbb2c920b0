import type { HostHandlers, Json } from '../bridge';
import type { Chart, ChartSpec } from '../world/spreadsheet/chart';
import { addChart, changeChart, removeChart } from '../world/spreadsheet/edit-charts';
import { committed, editSheet, type SheetTarget } from './document-access';

/** Charts of a Sheet. What a builder gathers stays in the realm until a sheet is given it. */
export const chartHandlers: HostHandlers = {
  'Sheet.newChart': () => null,
  'Sheet.getCharts': (context, { sheetId }: SheetTarget) =>
    committed(context).sheet(sheetId).charts as unknown as Json,
  'Sheet.insertChart': (context, target: SheetTarget, spec: ChartSpec) => {
    let id: number | undefined;
    editSheet(context, target, (workbook, sheet) => {
      id = addChart(workbook, sheet, spec, id);
    });
  },
  'Sheet.updateChart': (context, target: SheetTarget, chart: Chart) =>
    editSheet(context, target, (workbook, sheet) => changeChart(workbook, sheet, chart)),
  'Sheet.removeChart': (context, target: SheetTarget, id: number | null) =>
    editSheet(context, target, (workbook, sheet) => removeChart(workbook, sheet, id)),
};
