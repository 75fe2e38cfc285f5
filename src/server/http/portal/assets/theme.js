// Runs before the page is drawn, so that a chosen color scheme doesn't flash.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Browsers that keep nothing follow the system.
}
