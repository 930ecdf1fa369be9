// Markup in template literals; the only place that binds it to the library that renders.
import htm from 'htm';
import { h } from 'preact';

/** @typedef {import('preact').ComponentChildren} Children */
/** @typedef {import('preact').VNode<any>} VNode */

export const html = /** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */ (htm.bind(h));
