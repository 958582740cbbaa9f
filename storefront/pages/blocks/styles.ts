/**
 * The styles of all kinds of blocks. Pages with blocks must import this file, because most blocks are rendered as HTML
 * before their scripts load.
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
