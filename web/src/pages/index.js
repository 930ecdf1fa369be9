// Every page: the form of its path, and where its module is. web/README.md says what a page module gives.

/** @typedef {object} PageProps
 * @property {Record<string, string>} params parts of the path, decoded
 * @property {import('../router.js').Query} query what stands behind the "?" */

/** @typedef {object} PageModule
 * @property {(params: Record<string, string>) => string} title
 * @property {(props: PageProps) => any} Page */

/** @type {{pattern: string, load: () => Promise<PageModule>}[]} */
export const pages = [
  { pattern: '/', load: () => import('./catalogue/page.js') },
  { pattern: '/clips', load: () => import('./catalogue/page.js') },
  { pattern: '/profiles', load: () => import('./catalogue/page.js') },
  { pattern: '/clips/:name', load: () => import('./clip/page.js') },
  { pattern: '/profiles/:name', load: () => import('./profile/page.js') },
];
