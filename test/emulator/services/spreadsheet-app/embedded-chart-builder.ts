import { chartTypes } from '../chart-enums';
import { checked, Exception, refuseUnknownMembers } from '../realm';
import { type BookObjects, place } from './book-objects';
import { type ChartDraft, flattenOption } from './chart-draft';
import { createContainerInfo } from './container-info';
import { rangeHandleOf } from './range';

const NAME = 'SpreadsheetApp.EmbeddedChartBuilder';
/** What a builder is as a text, before its number (fact O6). */
const JAVA_NAME = 'com.google.apps.maestro.server.beans.trix.impl.ChartPropertyApiEmbeddedChartBuilder';

/** Makes an EmbeddedChart of a finished draft. */
type Build = (draft: ChartDraft) => object;

/** An `EmbeddedChartBuilder`. Gathers in the realm: no member is a service call. */
export function createChartBuilder(first: ChartDraft, book: BookObjects, build: Build): object {
  let draft = first;
  const set = (change: Partial<ChartDraft>): object => {
    draft = { ...draft, ...change };
    return builder;
  };
  const as = (type: string) => () => {
    set({ type });
    return createTypedBuilder(builder, (name, value) =>
      set({ options: { ...draft.options, ...flattenOption(name, value) } }),
    );
  };
  const without = (range: object, member: string) => {
    const key = JSON.stringify(place(rangeHandleOf(range, `${NAME}.${member}`)));
    return draft.ranges.filter((handle) => JSON.stringify(place(handle)) !== key);
  };
  const builder: object = refuseUnknownMembers('EmbeddedChartBuilder', {
    toString: () => `${JAVA_NAME}@1`,
    asAreaChart: as('AREA'),
    asBarChart: as('BAR'),
    asColumnChart: as('COLUMN'),
    asComboChart: as('COMBO'),
    asLineChart: as('LINE'),
    asPieChart: as('PIE'),
    setChartType: checked(`${NAME}.setChartType`, [['object']], (type: object) =>
      set({ type: typeName(type) }),
    ),
    getChartType: checked(`${NAME}.getChartType`, [[]], () => chartTypes[draft.type]),
    addRange: checked(`${NAME}.addRange`, [['object']], (range: object) => {
      const others = without(range, 'addRange');
      const isNew = others.length === draft.ranges.length;
      return isNew ? set({ ranges: [...others, rangeHandleOf(range, `${NAME}.addRange`)] }) : builder;
    }),
    removeRange: checked(`${NAME}.removeRange`, [['object']], (range: object) =>
      set({ ranges: without(range, 'removeRange') }),
    ),
    clearRanges: checked(`${NAME}.clearRanges`, [[]], () => set({ ranges: [] })),
    getRanges: checked(`${NAME}.getRanges`, [[]], () => draft.ranges.map(book.range)),
    getContainer: checked(`${NAME}.getContainer`, [[]], () => createContainerInfo(draft)),
    setNumHeaders: checked(`${NAME}.setNumHeaders`, [['number']], (numHeaders: number) =>
      set({ numHeaders }),
    ),
    setPosition: checked(
      `${NAME}.setPosition`,
      [['number', 'number', 'number', 'number']],
      (row: number, column: number, offsetX: number, offsetY: number) =>
        set({ anchor: { row, column, offsetX, offsetY } }),
    ),
    setOption: checked(`${NAME}.setOption`, [['string', 'any']], (name: string, value: unknown) =>
      set({ options: { ...draft.options, ...flattenOption(name, value) } }),
    ),
    build: checked(`${NAME}.build`, [[]], () => build(draft)),
  });
  return builder;
}

/** @throws {Exception} E4 for what is no chart type. */
function typeName(type: object): string {
  const name = String(type);
  if (/^[A-Z]+$/.test(name) && chartTypes[name] === type) return name;
  throw new Exception(`The parameters ((class)) don't match the method signature for ${NAME}.setChartType.`);
}

/** A builder of one type (`EmbeddedLineChartBuilder` and its like): shorter ways to set options. */
function createTypedBuilder(builder: object, setOption: (name: string, value: unknown) => object): object {
  const option =
    (...names: string[]) =>
    (...values: unknown[]) => {
      names.forEach((name, index) => {
        setOption(name, values[index]);
      });
      return typed;
    };
  const shortcuts = refuseUnknownMembers('TypedChartBuilder', {
    setTitle: option('title'),
    setXAxisTitle: option('hAxis.title'),
    setYAxisTitle: option('vAxis.title'),
    setColors: option('colors'),
    setBackgroundColor: option('backgroundColor'),
    setRange: option('vAxis.minValue', 'vAxis.maxValue'),
    setLegendPosition: (position: object) => {
      setOption('legend.position', String(position).toLowerCase());
      return typed;
    },
    setStacked: () => {
      setOption('isStacked', true);
      return typed;
    },
  });
  const typed: object = new Proxy(builder, {
    get: (target, member) => Reflect.get(member in shortcuts ? shortcuts : target, member),
  });
  return typed;
}
