/**
 * The styles of every kind of block: most blocks arrive as HTML, before their scripts. Each page that shows blocks
 * imports it.
 */
import '#storefront/cards/articles/article-card.css'
import '#storefront/cards/campaign-link.css'
import '#storefront/cards/campaign-progress.css'
import '#storefront/cards/grids.css'
import '#storefront/cards/ladder.css'
import '#storefront/cards/product-row.css'
import '#storefront/pages/coupon-card.css'
import '#storefront/pages/form.css'
import '#storefront/pages/page.css'
import '#storefront/pages/blocks/media/banner.css'
import './blocks.css'
import './categories.css'
import '#storefront/pages/blocks/media/hero.css'
