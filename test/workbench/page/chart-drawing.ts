import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type Scale,
  Tooltip,
} from 'chart.js';
import type { ChartView, SeriesView } from '../drawings';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** The colours that Google Sheets gives series, in order. */
const COLORS = ['#4285f4', '#ea4335', '#fbbc04', '#34a853', '#ff6d01', '#46bdc6'];
const INK = '#757575';
const GRID_LINE = '#cccccc';
/** The space around a drawing, in pixels. */
const PADDING = { top: 12, right: 20, bottom: 12, left: 16 };
const FONT = { family: 'Roboto, Arial, sans-serif', size: 12 };

/** A drawn chart: of its type, so that another type is another drawing. */
export type Drawing = Chart<'line' | 'bar', (number | null)[], string>;

type Configuration = ChartConfiguration<'line' | 'bar', (number | null)[], string>;

/** Draws a chart as Google Sheets does: same colours, same place of the legend. */
export function drawChart(canvas: HTMLCanvasElement, view: ChartView): Drawing {
  return new Chart(canvas, configuration(view));
}

/** Draws the same chart with what became different. */
export function redrawChart(drawing: Drawing, view: ChartView): void {
  const { data, options } = configuration(view);
  drawing.data = data;
  if (options) drawing.options = options;
  drawing.update('none');
}

function configuration(view: ChartView): Configuration {
  return {
    type: view.type === 'LINE' ? 'line' : 'bar',
    data: {
      labels: [...view.labels],
      datasets: view.series.map((series, index) => dataset(view, series, index)),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      indexAxis: view.type === 'BAR' ? 'y' : 'x',
      font: FONT,
      layout: { padding: PADDING },
      interaction: { mode: 'nearest', intersect: false, axis: view.type === 'BAR' ? 'y' : 'x' },
      plugins: {
        legend: {
          display: view.hasLegend,
          labels: { color: INK, font: FONT, boxWidth: 12, boxHeight: 12 },
        },
        tooltip: tooltip(view),
      },
      scales: scales(view),
    },
  };
}

/** White, with the values as the cells show them. */
function tooltip({ series }: ChartView) {
  return {
    backgroundColor: '#ffffff',
    borderColor: GRID_LINE,
    borderWidth: 1,
    titleColor: '#000000',
    bodyColor: '#000000',
    titleFont: { ...FONT, weight: 'bold' as const },
    bodyFont: FONT,
    cornerRadius: 2,
    callbacks: {
      label: ({ datasetIndex, dataIndex }: { datasetIndex: number; dataIndex: number }) => {
        const { name = '', shown = [] } = series[datasetIndex] ?? {};
        return name === '' ? (shown[dataIndex] ?? '') : `${name}: ${shown[dataIndex] ?? ''}`;
      },
    },
  };
}

function scales({ type, isStacked, labels: texts, labelEvery, unit }: ChartView) {
  const labels = {
    stacked: isStacked,
    grid: { display: false },
    border: { color: '#333333' },
    ticks: {
      color: INK,
      font: FONT,
      maxRotation: labelEvery === null ? 45 : 0,
      autoSkip: type !== 'BAR' && labelEvery === null,
      callback(this: Scale, _value: number | string, at: number) {
        if (labelEvery !== null && at % labelEvery !== 0) return '';
        const text = texts[at] ?? '';
        return type === 'BAR' ? fittedLabel(text, this.chart) : text;
      },
    },
  };
  const values = {
    stacked: isStacked,
    beginAtZero: type !== 'LINE',
    grid: { color: GRID_LINE },
    border: { display: false },
    ticks: {
      color: INK,
      font: FONT,
      maxTicksLimit: 6,
      callback: (value: number | string) => `${Number(value).toLocaleString('en-GB')}${unit}`,
    },
  };
  return type === 'BAR' ? { x: values, y: labels } : { x: labels, y: values };
}

/** What an axis needs beside its labels, in pixels. */
const TICK_ROOM = 12;

/** A label beside a bar; one that is too long ends with an ellipsis, as in Google Sheets. */
function fittedLabel(text: string, { ctx, width }: Pick<Chart, 'ctx' | 'width'>): string {
  ctx.save();
  ctx.font = `${FONT.size}px ${FONT.family}`;
  // The axis takes half at most and cuts what is longer.
  const room = (width - PADDING.left - PADDING.right) / 2 - TICK_ROOM;
  const fits = (label: string): boolean => ctx.measureText(label).width <= room;
  const letters = Array.from(text);
  let kept = letters.length;
  while (kept > 1 && !fits(`${letters.slice(0, kept).join('').trimEnd()}…`)) kept -= 1;
  const label = fits(text) ? text : `${letters.slice(0, kept).join('').trimEnd()}…`;
  ctx.restore();
  return label;
}

/** The labels of a drawn chart, as shown. */
export function shownLabels({ scales: { x, y } }: Drawing): string[] {
  const axis = x?.type === 'category' ? x : y;
  return axis?.type === 'category' ? axis.ticks.map(({ label }) => String(label)) : [];
}

function dataset(
  { type }: ChartView,
  series: SeriesView,
  index: number,
): ChartDataset<'line' | 'bar', (number | null)[]> {
  const color = series.color ?? COLORS[index % COLORS.length] ?? INK;
  const data = [...series.values];
  if (type !== 'LINE') return { data, label: series.name, backgroundColor: color, maxBarThickness: 60 };
  return {
    data,
    label: series.name,
    borderColor: color,
    backgroundColor: color,
    borderWidth: series.lineWidth ?? 2,
    ...(series.isDashed ? { borderDash: [6, 4] } : {}),
    // A lone point between gaps would not show as a line.
    pointRadius: data.map((value, at) => (value !== null && isLone(data, at) ? 3 : 0)),
    pointHoverRadius: 6,
    spanGaps: false,
  };
}

function isLone(values: readonly (number | null)[], at: number): boolean {
  return (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
}
