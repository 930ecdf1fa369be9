// Light or dark: as the system has it, until the reader chooses.
const KEY = 'rootwarp.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** @returns {'light' | 'dark'} */
export function theme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark.matches ? 'dark' : 'light';
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** @returns {'light' | 'dark'} what it is now */
export function toggleTheme() {
  localStorage.setItem(KEY, theme() === 'dark' ? 'light' : 'dark');
  applyTheme();
  return theme();
}

dark.addEventListener('change', applyTheme);
