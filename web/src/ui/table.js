// A table of many rows of one height, of which only those in sight are made: 10,000 scroll as well as 10.
import { Component } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from '../html.js';

const ROW = 32;
const SPARE = 12;

/** @template Item
 * @typedef {object} Column
 * @property {string} key
 * @property {string} title
 * @property {string} width of a grid track
 * @property {(item: Item) => any} cell
 * @property {(item: Item) => string | number} [sort] what to sort by; without it the column does not sort
 * @property {boolean} [number] set to the right, in digits of one width */

/** A row that stays as it is while others come and go.
 * @typedef {{columns: Column<any>[], item: any, index: number, tracks: string}} RowProps
 * @extends {Component<RowProps>} */
class Row extends Component {
  /** @param {RowProps} next */
  shouldComponentUpdate(next) {
    const { item, columns, index } = this.props;
    return next.item !== item || next.columns !== columns || next.index !== index;
  }

  /** @param {RowProps} props */
  render({ columns, item, index, tracks }) {
    const style = { gridTemplateColumns: tracks, transform: `translateY(${index * ROW}px)` };
    return html`<div role="row" class="table-row" aria-rowindex=${index + 2} style=${style}>
      ${columns.map((column) => html`<div role="cell" class=${column.number ? 'num' : ''}>${column.cell(item)}</div>`)}
    </div>`;
  }
}

/** @template Item
 * @param {{label: string, columns: Column<Item>[], items: Item[], itemKey: (item: Item) => string, sort: string,
 *   descending: boolean, onSort: (key: string) => void}} props */
export function Table({ label, columns, items, itemKey, sort, descending, onSort }) {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [view, setView] = useState({ first: 0, count: 40 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      const first = Math.max(0, Math.floor(element.scrollTop / ROW) - SPARE);
      const count = Math.ceil(element.clientHeight / ROW) + 2 * SPARE;
      setView((last) => (last.first === first && last.count === count ? last : { first, count }));
    };
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, []);
  const tracks = columns.map((column) => column.width).join(' ');
  const shown = items.slice(view.first, view.first + view.count);
  return html`<div class="table" ref=${frame} role="table" aria-label=${label} aria-rowcount=${items.length + 1} tabindex="0">
    <div role="rowgroup" class="table-head">
      <div role="row" aria-rowindex="1" class="table-row" style=${{ gridTemplateColumns: tracks }}>
        ${columns.map((column) => {
          const sorted = sort === column.key ? (descending ? 'descending' : 'ascending') : 'none';
          return html`<div role="columnheader" class=${column.number ? 'num' : ''} aria-sort=${column.sort ? sorted : undefined}>
            ${column.sort
              ? html`<button type="button" class="plain" onClick=${() => onSort(column.key)}>
                  ${column.title}<span aria-hidden="true" class="sort">${sorted === 'none' ? '' : descending ? ' ↓' : ' ↑'}</span>
                </button>`
              : column.title}
          </div>`;
        })}
      </div>
    </div>
    <div role="rowgroup" class="table-body" style=${{ height: `${items.length * ROW}px` }}>
      ${shown.map(
        (item, i) => html`<${Row} key=${itemKey(item)} item=${item} index=${view.first + i} columns=${columns} tracks=${tracks} />`,
      )}
    </div>
  </div>`;
}
